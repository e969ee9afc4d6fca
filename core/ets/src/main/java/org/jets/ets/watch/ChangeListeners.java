package org.jets.ets.watch;

import java.util.List;
import org.jets.ets.event.TableChange.Cause;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** Two listeners of one store. The first one is told of each step first, and both of all steps. */
public final class ChangeListeners implements ChangeListener {
  private final ChangeListener first;
  private final ChangeListener second;

  public ChangeListeners(ChangeListener first, ChangeListener second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public Change prepare(List<Term> keys) {
    return prepare(keys, Cause.CALL);
  }

  @Override
  public Change prepare(List<Term> keys, Cause cause) {
    return new Both(first.prepare(keys, cause), second.prepare(keys, cause));
  }

  @Override
  public ChangeListener forOneCall() {
    return new ChangeListeners(first.forOneCall(), second.forOneCall());
  }

  @Override
  public void endCall() {
    try {
      first.endCall();
    } finally {
      second.endCall();
    }
  }

  @Override
  public void closed() {
    try {
      first.closed();
    } finally {
      second.closed();
    }
  }

  @Override
  public long bytes() {
    return first.bytes() + second.bytes();
  }

  /** The changes of one call for both listeners. */
  private static final class Both implements Change {
    private final Change first;
    private final Change second;

    Both(Change first, Change second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public boolean wantsPlan() {
      return first.wantsPlan() || second.wantsPlan();
    }

    @Override
    public void planned(@Nullable Object[] before, @Nullable Object[] after) {
      first.planned(before, after);
      second.planned(before, after);
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after) {
      changed(key, before, after, Cause.CALL);
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after, Cause cause) {
      try {
        first.changed(key, before, after, cause);
      } finally {
        second.changed(key, before, after, cause);
      }
    }

    @Override
    public void cleared() {
      try {
        first.cleared();
      } finally {
        second.cleared();
      }
    }

    @Override
    public void end(boolean isComplete) {
      try {
        first.end(isComplete);
      } finally {
        second.end(isComplete);
      }
    }

    @Override
    public void released() {
      try {
        first.released();
      } finally {
        second.released();
      }
    }
  }
}
