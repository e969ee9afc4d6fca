package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jets.bench.harness.run.CpuLayout.Cpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PinningPolicyTest {
  /**
   * Two nodes of two cores of two hardware threads, numbered as Linux does: siblings are 4 apart.
   */
  private static final CpuLayout TWO_NODES = layout(2, 2, 2);

  private static CpuLayout layout(int nodes, int coresOfNode, int threadsOfCore) {
    List<Cpu> cpus = new ArrayList<>();
    int cores = nodes * coresOfNode;
    for (int id = 0; id < cores * threadsOfCore; id++) {
      int core = id % cores;
      cpus.add(new Cpu(id, core, id / cores, core / coresOfNode));
    }
    return new CpuLayout(cpus);
  }

  @Test
  void order_compact_fillsCoreAfterCore() {
    assertThat(PinningPolicy.COMPACT.order(TWO_NODES)).containsExactly(0, 4, 1, 5, 2, 6, 3, 7);
  }

  @Test
  void order_numa_usesEachCoreOfANodeOnceBeforeItsSiblings() {
    assertThat(PinningPolicy.NUMA.order(TWO_NODES)).containsExactly(0, 1, 4, 5, 2, 3, 6, 7);
  }

  @Test
  void order_spread_takesNodesInTurnAndSiblingsLast() {
    assertThat(PinningPolicy.SPREAD.order(TWO_NODES)).containsExactly(0, 2, 1, 3, 4, 6, 5, 7);
  }

  @Test
  void order_none_isEmpty() {
    assertThat(PinningPolicy.NONE.order(TWO_NODES)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void order_anyLayout_hasEachProcessorOnce(PinningPolicy policy) {
    for (CpuLayout layout : List.of(layout(1, 1, 1), layout(1, 2, 1), layout(4, 3, 2))) {
      assertThat(policy.order(layout))
          .containsExactlyInAnyOrderElementsOf(layout.cpus().stream().map(Cpu::id).toList());
    }
  }

  @Test
  void read_linuxFolder_findsSiblingsAndNodes(@TempDir Path system) throws IOException {
    writeCpu(system, 0, "0,2", 0);
    writeCpu(system, 1, "1,3", 1);
    writeCpu(system, 2, "0,2", 0);
    writeCpu(system, 3, "1,3", 1);

    CpuLayout layout = CpuLayout.read(system, new TreeSet<>(List.of(0, 1, 2, 3)));

    assertThat(layout.cpus())
        .containsExactly(
            new Cpu(0, 0, 0, 0), new Cpu(1, 1, 0, 1), new Cpu(2, 0, 1, 0), new Cpu(3, 1, 1, 1));
    assertThat(layout).hasToString("4 processors, 2 cores, 2 NUMA nodes");
  }

  private static void writeCpu(Path system, int id, String siblings, int node) throws IOException {
    Path folder = system.resolve("cpu/cpu" + id);
    Files.createDirectories(folder.resolve("topology"));
    Files.createDirectories(folder.resolve("node" + node));
    Files.writeString(folder.resolve("topology/thread_siblings_list"), siblings + "\n");
  }

  @Test
  void parse_rangesAndNumbers_areAll() {
    assertThat(CpuLayout.parse("0-2,8,10-11")).containsExactly(0, 1, 2, 8, 10, 11);
  }
}
