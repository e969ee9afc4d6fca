package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of terms as in messages between nodes: several in a row, with references to atoms. */
@ExtendWith(RandomTerms.class)
class TermDecoderTest {
  private static final EncodeOptions ENCODING = EncodeOptions.defaults().withVersionByte(false);
  private static final DecodeOptions DECODING = DecodeOptions.defaults().withVersionByte(false);

  private static TermDecoder decoder(byte[] bytes, Atom... atoms) {
    return new TermDecoder(bytes, 0, bytes.length, DECODING, List.of(atoms));
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /**
   * A function that numbers atoms in the order of their first use, up to a limit, like the head of
   * a message.
   */
  private static final class Numbering implements ToIntFunction<Atom> {
    final List<Atom> atoms = new ArrayList<>();
    private final int limit;

    Numbering(int limit) {
      this.limit = limit;
    }

    @Override
    public int applyAsInt(Atom atom) {
      int index = atoms.indexOf(atom);
      if (index < 0 && atoms.size() < limit) {
        atoms.add(atom);
        return atoms.size() - 1;
      }
      return index;
    }
  }

  @Test
  void read_termsInPartOfAnArray_comeOneAfterTheOther() {
    byte[] bytes = hex("ff 6101 6802 6102 6103 6a ff");
    TermDecoder decoder = new TermDecoder(bytes, 1, 9, DECODING, List.of());

    assertThat(decoder.read()).isEqualTo(IntegerTerm.of(1));
    assertThat(decoder.remaining()).isEqualTo(7);
    assertThat(decoder.read()).isEqualTo(TermParser.parse("{2,3}"));
    assertThat(decoder.read()).isEqualTo(ListTerm.empty());
    assertThat(decoder.remaining()).isZero();
    assertThatThrownBy(decoder::read)
        .isInstanceOf(TermFormatException.class)
        .hasMessageContaining("truncated");
  }

  @Test
  void read_versionBytes_standBeforeEachTerm() {
    byte[] bytes = hex("83 6101 83 6102");
    TermDecoder decoder =
        new TermDecoder(bytes, 0, bytes.length, DecodeOptions.defaults(), List.of());

    assertThat(decoder.read()).isEqualTo(IntegerTerm.of(1));
    assertThat(decoder.read()).isEqualTo(IntegerTerm.of(2));
  }

  @Test
  void read_compressedTerm_isRefused() {
    byte[] bytes =
        ExternalTermFormat.encode(
            Binary.of(new byte[100]), EncodeOptions.defaults().withCompression(6));
    TermDecoder decoder =
        new TermDecoder(bytes, 0, bytes.length, DecodeOptions.defaults(), List.of());

    assertThatThrownBy(decoder::read)
        .isInstanceOf(TermFormatException.class)
        .hasMessageContaining("compressed");
  }

  @Test
  void read_references_standForAtomsWhereverOneCan() {
    Atom a = Atom.of("a@host");
    Atom b = Atom.of("b");

    assertThat(decoder(hex("5201"), a, b).read()).isSameAs(b);
    assertThat(decoder(hex("58 5200 00000001 00000002 00000003"), a).read())
        .isEqualTo(Pid.of(a, 1, 2, 3));
    assertThat(decoder(hex("71 5200 5201 6102"), a, b).read()).isEqualTo(ExternalFun.of(a, b, 2));
    assertThat(decoder(hex("74 00000001 5200 5201"), a, b).read())
        .isEqualTo(TermParser.parse("#{'a@host' => b}"));
  }

  @Test
  void read_referenceToNoAtom_isRefused() {
    assertThatThrownBy(() -> decoder(hex("5201"), Atom.OK).read())
        .isInstanceOf(TermFormatException.class)
        .hasMessageContaining("atom 1 of 1");
    assertThatThrownBy(() -> decoder(hex("52"), Atom.OK).read())
        .isInstanceOf(TermFormatException.class);
    assertThatThrownBy(() -> ExternalTermFormat.decode(hex("835200")))
        .isInstanceOf(TermFormatException.class)
        .hasMessageContaining("ATOM_CACHE_REF");
  }

  @Test
  void write_localFunWithReferences_isReadAsItIs() {
    Atom module = Atom.of("a_module");
    Pid pid = Pid.of(Atom.of("node@host"), 1, 2, 3);
    LocalFun fun = LocalFun.of(module, 1, new byte[16], 2, 3, 4, pid, List.of(module, pid));
    Numbering numbering = new Numbering(255);
    byte[] bytes = new TermEncoder(ENCODING, numbering).write(fun).toByteArray();

    assertThat(bytes.length).isLessThan(new TermEncoder(ENCODING).write(fun).size());
    Term read = decoder(bytes, numbering.atoms.toArray(new Atom[0])).read();
    assertThat(read).isEqualTo(fun);
    assertThat(((LocalFun) read).pid()).isEqualTo(pid);
  }

  @Test
  void write_anyTermsWithReferences_areReadAsTheyAre(TermGenerator terms) {
    Numbering numbering = new Numbering(5);
    TermEncoder encoder = new TermEncoder(ENCODING, numbering);
    List<Term> written = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Term term = terms.term();
      encoder.write(term);
      written.add(term);
    }
    TermDecoder decoder = decoder(encoder.toByteArray(), numbering.atoms.toArray(new Atom[0]));
    for (Term term : written) {
      assertThat(decoder.read()).isEqualTo(term);
    }
    assertThat(decoder.remaining()).isZero();
  }

  @Test
  void newAtoms_unknownAtoms_areCountedAndLimitedTogether() {
    byte[] bytes = new byte[3 * 34];
    for (int i = 0; i < 3; i++) {
      String name = UUID.randomUUID().toString().substring(0, 32);
      bytes[34 * i] = 119;
      bytes[34 * i + 1] = 32;
      System.arraycopy(
          name.getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, bytes, 34 * i + 2, 32);
    }
    TermDecoder decoder =
        new TermDecoder(bytes, 0, bytes.length, DECODING.withMaxNewAtoms(2), List.of());
    Term first = decoder.read();
    Term second = decoder.read();

    assertThat(decoder.newAtoms()).isEqualTo(2);
    assertThatThrownBy(decoder::read)
        .isInstanceOf(TermFormatException.class)
        .hasMessageContaining("maxNewAtoms");
    assertThat(decoder(bytes).read()).isSameAs(first).isNotSameAs(second);
  }
}
