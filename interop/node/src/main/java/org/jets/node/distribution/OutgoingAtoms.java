package org.jets.node.distribution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the atoms of a frame, and remembers which of them the other node knows from earlier
 * frames. An atom has one slot, by its hash. If two atoms of a frame have the same slot, the second
 * one is written out.
 *
 * <p>For one thread.
 */
final class OutgoingAtoms implements ToIntFunction<Atom> {
  private static final int MAX_REFERENCES = 255;
  private static final int NEW_ENTRY = 8;
  private static final int SLOT_MASK = IncomingAtoms.SLOTS - 1;

  private final @Nullable Atom[] slots = new Atom[IncomingAtoms.SLOTS];

  /** For each slot the number of its atom in the frame, if the frame is the current one. */
  private final int[] numbers = new int[IncomingAtoms.SLOTS];

  private final long[] frames = new long[IncomingAtoms.SLOTS];
  private final int[] slotOf = new int[MAX_REFERENCES];
  private final boolean[] isNew = new boolean[MAX_REFERENCES];
  private final ReceiveBudget.Account account;
  private long frame;
  private int count;

  /**
   * @param account counts the atoms that this remembers: the other node may have sent them
   */
  OutgoingAtoms(ReceiveBudget.Account account) {
    this.account = account;
  }

  /** Begins a frame, without atoms. */
  void begin() {
    frame++;
    count = 0;
  }

  /** Forgets the current frame, which is not written: the other node learns no atom from it. */
  void undo() {
    for (int i = 0; i < count; i++) {
      if (isNew[i]) {
        forget(slotOf[i]);
      }
    }
    count = 0;
  }

  private void forget(int slot) {
    Atom atom = slots[slot];
    slots[slot] = null;
    if (atom != null) {
      account.remove(ReceiveBudget.bytesOf(atom));
    }
  }

  /** Returns the number of an atom in this frame; -1 if it has to be written out. */
  @Override
  public int applyAsInt(Atom atom) {
    int slot = atom.hashCode() & SLOT_MASK;
    boolean known = slots[slot] == atom;
    if (frames[slot] == frame) {
      return known ? numbers[slot] : -1;
    }
    if (count == MAX_REFERENCES || !(known || account.tryReplace(slots[slot], atom))) {
      return -1;
    }
    slots[slot] = atom;
    frames[slot] = frame;
    numbers[slot] = count;
    slotOf[count] = slot;
    isNew[count] = !known;
    return count++;
  }

  /** Returns the head of the current frame: its list of atoms. */
  byte[] head() throws IOException {
    if (count == 0) {
      return new byte[1];
    }
    byte[][] names = new byte[count][];
    int length = 1 + count / 2 + 1 + count;
    boolean longAtoms = false;
    for (int i = 0; i < count; i++) {
      Atom atom = slots[slotOf[i]];
      if (isNew[i] && atom != null) {
        names[i] = atom.name().getBytes(StandardCharsets.UTF_8);
        length += names[i].length;
        longAtoms |= names[i].length > 0xff;
      }
    }
    byte[] head = new byte[length + count * Short.BYTES];
    head[0] = (byte) count;
    int at = 1 + count / 2 + 1;
    for (int i = 0; i < count; i++) {
      int segment = slotOf[i] >> Byte.SIZE;
      int flags = isNew[i] ? segment | NEW_ENTRY : segment;
      head[1 + i / 2] |= (byte) (i % 2 == 0 ? flags : flags << 4);
      head[at++] = (byte) slotOf[i];
      if (isNew[i]) {
        if (longAtoms) {
          head[at++] = (byte) (names[i].length >> Byte.SIZE);
        }
        head[at++] = (byte) names[i].length;
        System.arraycopy(names[i], 0, head, at, names[i].length);
        at += names[i].length;
      }
    }
    if (longAtoms) {
      head[1 + count / 2] |= (byte) (count % 2 == 0 ? 1 : 1 << 4);
    }
    return Arrays.copyOf(head, at);
  }
}
