package org.jets.node;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * A {@link Mailbox} has ended: it gets no messages any more. Not serializable, as terms are not.
 */
public final class MailboxClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final transient Term reason;

  MailboxClosedException(Pid pid, Term reason) {
    super("mailbox " + pid + " has ended: " + reason);
    this.reason = reason;
  }

  /** Returns why it has ended: what processes see that were linked with it. */
  public Term reason() {
    return reason;
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(MailboxClosedException.class.getName());
  }
}
