package org.jets.bench.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CorpusTest {

  @ParameterizedTest
  @EnumSource
  void messages_eachCorpus_areTheSameEachTime(Corpus corpus) {
    assertThat(corpus.messages()).isNotEmpty().isEqualTo(corpus.messages());
  }

  @ParameterizedTest
  @EnumSource(names = {"LINES", "BLOCKS"})
  void messages_listOfBinaries_holdsAMegabyte(Corpus corpus) {
    List<Term> messages = corpus.messages();

    assertThat(messages).hasSize(1);
    int heads = 5 * ((ListTerm) messages.get(0)).size();
    assertThat(ExternalTermFormat.encode(messages.get(0)).length - heads)
        .isBetween(1_020 * 1_024, 1_028 * 1_024);
  }

  @Test
  void memory_terms_reachTheirGoals() {
    List<String> lines = new ArrayList<>();

    TermMemory.addTo(lines);

    assertThat(lines).filteredOn(line -> line.contains("<=")).hasSize(4);
    assertThat(lines).filteredOn(line -> line.contains("reached")).hasSize(4);
    assertThat(lines).contains("Integers from -128 to 1023 are shared: yes");
  }
}
