package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jets.bench.harness.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnTableTest {
  @TempDir private Path folder;

  private void append(String file, String... lines) throws IOException {
    Files.writeString(
        folder.resolve(file), Files.readString(folder.resolve(file)) + String.join("\n", lines));
  }

  @Test
  void lines_rivalThatIsLeftOut_haveNoRatioToIt() throws IOException {
    Results results = Results.create(folder, List.of());
    Files.writeString(
        folder.resolve("experiments.csv"),
        """
        suite,experiment,title,note,figure,axis,scale,unit,baseline
        maps,get,get,,BARS,collector x threads,CATEGORIES,MOPS,Rival
        """);
    append(
        "results.csv",
        "maps,get,Own,JETS,G1 x1,1,MOPS,4,4,4,2,,1",
        "maps,get,Rival,JDK,G1 x1,1,MOPS,2,2,2,2,,1",
        "maps,get,Own,JETS,G1 x2,2,MOPS,8,8,8,2,,1",
        "maps,get,Rival,JDK,G1 x2,2,MOPS,NaN,NaN,NaN,0,left out: too fast,1",
        "");
    append(
        "samples.csv",
        "maps,get,Own,G1 x1,1,NaN,1,0,0,4 4",
        "maps,get,Rival,G1 x1,1,NaN,1,0,0,2 2",
        "maps,get,Own,G1 x2,1,NaN,1,0,0,8 8",
        "maps,get,Rival,G1 x2,1,NaN,1,0,0,2 2",
        "");

    List<String> lines = TurnTable.lines("maps", results);

    assertThat(lines).filteredOn(line -> line.contains("Own")).hasSize(2);
    assertThat(lines).anySatisfy(line -> assertThat(line).contains("Own", "G1 x1", "2.00 ("));
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains("Own", "G1 x2").doesNotContain("("));
  }

  @Test
  void lines_titleWiderThanThePlaces_headsStandAboveTheirColumns() throws IOException {
    Results results = Results.create(folder, List.of());
    Files.writeString(
        folder.resolve("experiments.csv"),
        """
        suite,experiment,title,note,figure,axis,scale,unit,baseline
        maps,get,get,,BARS,collector x threads,CATEGORIES,MOPS,Rival
        """);
    append(
        "results.csv",
        "maps,get,Own,JETS,G1 x1,1,MOPS,4,4,4,2,,1",
        "maps,get,Rival,JDK,G1 x1,1,MOPS,2,2,2,2,,1",
        "maps,get,Lost,JDK,G1 x1,1,MOPS,NaN,NaN,NaN,0,left out: too fast,1",
        "");
    append(
        "samples.csv",
        "maps,get,Own,G1 x1,1,NaN,1,0,0,4 4",
        "maps,get,Rival,G1 x1,1,NaN,1,0,0,2 2",
        "");

    List<String> lines = TurnTable.lines("maps", results);

    String head = lines.stream().filter(line -> line.contains("Mops/s")).findFirst().orElseThrow();
    String own = lines.stream().filter(line -> line.contains("Own")).findFirst().orElseThrow();
    String lost = lines.stream().filter(line -> line.contains("Lost")).findFirst().orElseThrow();
    assertThat(own.indexOf("2.00 (")).isEqualTo(head.indexOf("ratio"));
    assertThat(own.indexOf("G1 x1")).isEqualTo(head.indexOf("collector x threads"));
    assertThat(lost.indexOf("left out"))
        .isEqualTo(head.indexOf("collector x threads") + "collector x threads ".length());
  }
}
