package org.jets.ets.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.event.TableChange.Cause;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeListenersTest {
  private static final Term KEY = IntegerTerm.of(1);

  private final List<Cause> told = new ArrayList<>();

  /** Notes the causes of changes. */
  private final class Listener implements ChangeListener {
    @Override
    public Change prepare(List<Term> keys) {
      return new Change() {
        @Override
        public void changed(Term key, @Nullable Object before, @Nullable Object after) {
          changed(key, before, after, Cause.CALL);
        }

        @Override
        public void changed(
            Term key, @Nullable Object before, @Nullable Object after, Cause cause) {
          told.add(cause);
        }

        @Override
        public void cleared() {}

        @Override
        public void end(boolean isComplete) {}

        @Override
        public void released() {}
      };
    }

    @Override
    public void closed() {}
  }

  @Test
  void changed_expired_tellsBothTheCause() {
    ChangeListener both = new ChangeListeners(new Listener(), new Listener());
    both.prepare(List.of(KEY)).changed(KEY, KEY, null, Cause.EXPIRY);
    both.prepare(List.of(KEY)).changed(KEY, KEY, null);
    assertThat(told).containsExactly(Cause.EXPIRY, Cause.EXPIRY, Cause.CALL, Cause.CALL);
  }
}
