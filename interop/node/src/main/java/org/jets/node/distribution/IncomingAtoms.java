package org.jets.node.distribution;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The atoms that the other node refers to by number. Each frame has a list of them; both nodes
 * remember most of these atoms from earlier frames.
 *
 * <p>For one thread.
 *
 * @see <a
 *     href="https://www.erlang.org/doc/apps/erts/erl_ext_dist.html#distribution_header">Distribution
 *     Header</a>
 */
final class IncomingAtoms {
  static final int SLOTS = 2048;

  private static final int SLOTS_OF_SEGMENT = 256;
  private static final int SEGMENT_BITS = 7;
  private static final int NEW_ENTRY = 8;

  private final @Nullable Atom[] slots = new Atom[SLOTS];
  private final AtomBudget budget;
  private final ReceiveBudget.Account account;

  IncomingAtoms(AtomBudget budget, ReceiveBudget.Account account) {
    this.budget = budget;
    this.account = account;
  }

  /**
   * Reads the references at the buffer's position, and moves the position past them.
   *
   * @throws ProtocolException if they are malformed, or one is to a slot that is empty
   * @throws java.nio.BufferUnderflowException if they are cut off
   */
  List<Atom> read(ByteBuffer frame) throws ProtocolException {
    int count = frame.get() & 0xff;
    if (count == 0) {
      return List.of();
    }
    int flagsAt = frame.position();
    frame.position(checkedPosition(frame, flagsAt + count / 2 + 1));
    boolean longAtoms = (nibble(frame, flagsAt, count) & 1) != 0;
    List<Atom> atoms = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int flags = nibble(frame, flagsAt, i);
      int slot = (flags & SEGMENT_BITS) * SLOTS_OF_SEGMENT + (frame.get() & 0xff);
      if ((flags & NEW_ENTRY) != 0) {
        remember(slot, readAtom(frame, longAtoms ? frame.getShort() & 0xffff : frame.get() & 0xff));
      }
      Atom atom = slots[slot];
      if (atom == null) {
        throw new ProtocolException("a reference to an atom that has not been sent");
      }
      atoms.add(atom);
    }
    return atoms;
  }

  private void remember(int slot, Atom atom) throws ProtocolException {
    Atom old = slots[slot];
    account.add(ReceiveBudget.bytesOf(atom));
    account.remove(old == null ? 0 : ReceiveBudget.bytesOf(old));
    slots[slot] = atom;
  }

  private static int checkedPosition(ByteBuffer frame, int position) throws ProtocolException {
    if (position > frame.limit()) {
      throw new ProtocolException("a header that is cut off");
    }
    return position;
  }

  private static int nibble(ByteBuffer frame, int at, int index) {
    int flags = frame.get(at + index / 2);
    return index % 2 == 0 ? flags & 0xf : flags >> 4 & 0xf;
  }

  private Atom readAtom(ByteBuffer frame, int length) throws ProtocolException {
    ByteBuffer utf8 = frame.slice();
    utf8.limit(checkedPosition(utf8, length));
    frame.position(frame.position() + length);
    try {
      String name = StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
      Atom known = Atom.existing(name);
      if (known != null) {
        return known;
      }
      if (budget.limit() == 0) {
        throw new ProtocolException(
            "too many new atoms (--max-minute-atoms, withMaxNewAtomsPerMinute)");
      }
      budget.spend(1);
      return Atom.of(name);
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw new ProtocolException("an atom that is not in UTF-8, or too long", e);
    }
  }
}
