package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.testkit.ScaledProperties;

/** Tests that any value comes back from its term, also after that has been sent as bytes. */
@AddLifecycleHook(ScaledProperties.class)
class CodecPropertiesTest {
  private record Inner(long number, boolean flag) {}

  private record Outer(int id, double share, TimeUnit unit, Inner inner, List<Inner> more) {}

  private static final Codec<Outer> OUTER =
      Codec.ofRecord(MethodHandles.lookup(), Outer.class, Atom.of("outer"));

  private static <T> void check(Codec<T> codec, T value) {
    Term term = codec.encode(value);
    assertThat(codec.encode(value)).isEqualTo(term).hasSameHashCodeAs(term);
    assertThat(codec.decode(term)).isEqualTo(value);
    assertThat(codec.decode(ExternalTermFormat.decode(ExternalTermFormat.encode(term))))
        .isEqualTo(value);
  }

  @Property(tries = 200)
  void scalars_anyValue_comeBack(@ForAll long number, @ForAll int small, @ForAll boolean flag) {
    check(Codec.ofLong(), number);
    check(Codec.ofInt(), small);
    check(Codec.ofBoolean(), flag);
    check(Codec.ofList(Codec.ofLong()), List.of(number, (long) small));
  }

  @Property(tries = 200)
  void doubles_finiteOnes_comeBack(@ForAll double number) {
    check(Codec.ofDouble(), number);
  }

  @Property(tries = 500)
  void text_anyString_comesBackOrHasNoTerm(@ForAll String text) {
    if (text.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff)) {
      check(Codec.ofText(), text);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> Codec.ofText().encode(text));
    }
  }

  @Property(tries = 200)
  void records_anyComponents_comeBack(
      @ForAll int id,
      @ForAll double share,
      @ForAll TimeUnit unit,
      @ForAll @Size(max = 5) List<Long> numbers) {
    List<Inner> more = numbers.stream().map(n -> new Inner(n, n < 0)).toList();
    check(OUTER, new Outer(id, share, unit, new Inner(id, true), more));
  }
}
