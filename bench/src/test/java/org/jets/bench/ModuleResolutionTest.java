package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The modules as programs on the module path see them; all other tests run on the class path. */
class ModuleResolutionTest {
  private static final Set<String> OURS =
      Set.of(
          "org.jets.terms",
          "org.jets.collections",
          "org.jets.ets",
          "org.jets.node",
          "org.jets.jinterface",
          "org.jets.observe");

  @ParameterizedTest
  @CsvSource({
    "org.jets.terms, org.jets.terms",
    "org.jets.collections, org.jets.collections",
    "org.jets.ets, org.jets.ets;org.jets.collections;org.jets.terms"
  })
  void resolve_withoutOptionalLibraries_needsOnlyOurModules(String module, String expected)
      throws Exception {
    assertThat(namesResolved(module, ModuleFinder.of()))
        .containsExactlyInAnyOrder(expected.split(";", -1));
  }

  @Test
  void resolve_node_needsTheQueuesOfJCTools() throws Exception {
    ModuleFinder queues =
        ModuleFinder.of(
            locationOf("org.jctools.queues.varhandle.MpscChunkedVarHandleArrayQueue"),
            locationOf("org.jctools.queues.MpscChunkedArrayQueue"));

    assertThat(namesResolved("org.jets.node", queues))
        .containsExactlyInAnyOrder(
            "org.jets.node",
            "org.jets.ets",
            "org.jets.collections",
            "org.jets.terms",
            "org.jctools.core.jdk11",
            "org.jctools.core");
  }

  private static List<String> namesResolved(String module, ModuleFinder libraries)
      throws Exception {
    return Configuration.resolve(
            ourModules(), List.of(ModuleLayer.boot().configuration()), libraries, Set.of(module))
        .modules()
        .stream()
        .map(ResolvedModule::name)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.jets.terms",
        "org.jets.collections",
        "org.jets.ets",
        "org.jets.node",
        "org.jets.jinterface",
        "org.jets.observe"
      })
  void exports_module_areForEveryoneOrInternalAndForOurs(String module) throws Exception {
    ModuleDescriptor descriptor = ourModules().find(module).orElseThrow().descriptor();

    assertThat(descriptor.exports()).anyMatch(export -> export.source().equals(module));
    assertThat(descriptor.exports())
        .allSatisfy(
            export -> {
              assertThat(export.isQualified()).isEqualTo(export.source().contains(".internal."));
              assertThat(OURS).containsAll(export.targets());
            });
  }

  @Test
  void requires_tables_passTermsOn() throws Exception {
    ModuleDescriptor tables = ourModules().find("org.jets.ets").orElseThrow().descriptor();

    assertThat(tables.requires())
        .anySatisfy(
            required -> {
              assertThat(required.name()).isEqualTo("org.jets.terms");
              assertThat(required.modifiers())
                  .containsExactly(ModuleDescriptor.Requires.Modifier.TRANSITIVE);
            });
  }

  private static ModuleFinder ourModules() throws ClassNotFoundException, URISyntaxException {
    return ModuleFinder.of(
        location("org.jets.terms"),
        location("org.jets.collections"),
        location("org.jets.ets"),
        location("org.jets.node"),
        location("org.jets.jinterface"),
        location("org.jets.observe"));
  }

  private static Path location(String packageName)
      throws ClassNotFoundException, URISyntaxException {
    return locationOf(packageName + ".package-info");
  }

  private static Path locationOf(String className)
      throws ClassNotFoundException, URISyntaxException {
    Class<?> inside = Class.forName(className);
    return Path.of(inside.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
