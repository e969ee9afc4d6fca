package org.jets.ets.erl;

import static org.jets.ets.Terms.a;

import org.jets.ets.Terms;
import org.jets.terms.Tuple;

/** Errors that differ between older releases and the newest, which jets follows. */
enum ReleaseErrors {
  /** Up to 25 a position outside the object has no cause in {@code update_element}. */
  UPDATE_ELEMENT_POSITION(25) {
    @Override
    boolean explains(Tuple jets, Tuple erlang) {
      return is(jets, "update_element", "position") && is(erlang, "update_element", "none");
    }
  },
  /** Up to 27 a default that is no tuple has no cause. */
  UPDATE_DEFAULT(27) {
    @Override
    boolean explains(Tuple jets, Tuple erlang) {
      return (is(jets, "update_counter", "default") && is(erlang, "update_counter", "none"))
          || (is(jets, "update_element", "default") && is(erlang, "update_element", "none"));
    }
  },
  /** Before 27 a fold ends at the key {@code '$end_of_table'}, and here immediately. */
  FOLD_KEY(26) {
    @Override
    boolean explains(Tuple jets, Tuple erlang) {
      return jets.element(2).equals(a("function_clause")) && erlang.equals(Terms.t("ok", 0));
    }
  },
  /** A fold over a name without a table fails in the fixing of the table. */
  FOLD_NAME(26) {
    @Override
    boolean explains(Tuple jets, Tuple erlang) {
      return is(jets, "soft_whereis", "id") && is(erlang, "safe_fixtable", "id");
    }
  };

  private final int lastRelease;

  ReleaseErrors(int lastRelease) {
    this.lastRelease = lastRelease;
  }

  abstract boolean explains(Tuple jets, Tuple erlang);

  static boolean isKnown(int release, Tuple jets, Tuple erlang) {
    for (ReleaseErrors difference : values()) {
      if (release <= difference.lastRelease && difference.explains(jets, erlang)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(Tuple answer, String function, String cause) {
    return answer.arity() == 5
        && answer.element(3) instanceof Tuple origin
        && origin.element(2).equals(a(function))
        && answer.element(4).equals(a(cause));
  }
}
