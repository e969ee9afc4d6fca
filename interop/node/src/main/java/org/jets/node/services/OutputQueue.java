package org.jets.node.services;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jets.node.jobs.IntrusiveList;
import org.jets.node.jobs.RefusalLog;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Texts of other nodes that wait to be written. Each node has a queue of its own, which one thread
 * at a time serves, one text after the other. The queues are served in turn. So the texts of a node
 * are written in the order of their arrival, and a node takes at most one thread.
 *
 * <p>Texts and bytes are bounded for each node and for all together. A text counts from its arrival
 * until it has been written. If other nodes have reached the limit of all, a node without a text
 * may still add a small one, up to {@value #SMALL_TEXTS} in all.
 *
 * <p>Safe for use by many threads. {@link #monitor} guards all state; unlike a lock, it allocates
 * nothing. A text is written without it.
 */
public final class OutputQueue {
  /** The size up to which a text is accepted beyond the limit of all, if its node has no other. */
  private static final int SMALL_BYTES = 16 << 10;

  /** The number of nodes of which such a text is accepted beyond the limit of all. */
  static final int SMALL_TEXTS = 64;

  private final Limits limits;
  private final Executor executor;
  private final RefusalLog refusals;
  private final Object monitor = new Object();

  /** The nodes that have texts. */
  @GuardedBy("monitor") private final Map<Atom, Texts> peers = new HashMap<>();

  @GuardedBy("monitor") private int count;

  @GuardedBy("monitor") private long bytes;

  /**
   * The limits of waiting texts.
   *
   * @param ofPeer texts of one node
   * @param ofAll texts of all nodes
   * @param peerBytes bytes of the texts of one node
   * @param allBytes bytes of the texts of all nodes
   */
  public record Limits(int ofPeer, int ofAll, long peerBytes, long allBytes) {}

  /** A text that is either written or refused. */
  interface Text {
    /** Writes the text. May block. */
    void write();

    /** Called instead if the text is not written. Must not block. */
    void refuse();
  }

  /** A limit that has been reached. */
  private record Full(String limit, long most) {}

  private static final class Entry {
    final Text text;
    final long bytes;
    final IntrusiveList.Link<Entry> place = new IntrusiveList.Link<>(this);

    Entry(Text text, long bytes) {
      this.text = text;
      this.bytes = bytes;
    }
  }

  /** The texts of one node. */
  private static final class Texts {
    final Atom peer;

    /** The texts that wait. */
    final IntrusiveList<Entry> waiting = new IntrusiveList<>();

    /** The number of texts that wait, and of the one that is being written. */
    int count;

    long bytes;

    Texts(Atom peer) {
      this.peer = peer;
    }
  }

  /** Creates an empty queue whose texts are written by an executor. */
  OutputQueue(Limits limits, Executor executor, RefusalLog refusals) {
    this.limits = limits;
    this.executor = executor;
    this.refusals = refusals;
  }

  /**
   * Queues a text to be written, or refuses it. Never waits.
   *
   * @param peer the node that it comes from
   * @param textBytes about how many bytes of the heap it takes
   */
  void add(Atom peer, long textBytes, Text text) {
    Entry entry = new Entry(text, textBytes);
    Texts first = null;
    Full full;
    synchronized (monitor) {
      Texts known = peers.get(peer);
      Texts texts = known == null ? new Texts(peer) : known;
      full = full(texts, textBytes);
      if (full == null) {
        if (known == null) {
          peers.put(peer, texts);
          first = texts;
        }
        // After the steps that may fail for want of memory.
        texts.waiting.add(entry.place);
        count(texts, 1, textBytes);
      }
    }
    if (full != null) {
      refusals.refused(peer, full.limit, "<= " + full.most);
      text.refuse();
    } else if (first != null) {
      serve(first);
    }
  }

  /** Returns the limit that one more text would exceed; null if there is room for it. */
  @GuardedBy("monitor") private @Nullable Full full(Texts texts, long textBytes) {
    if (texts.count >= limits.ofPeer) {
      return new Full("texts of it wait (withOutputQueue)", limits.ofPeer);
    }
    if (texts.bytes + textBytes > limits.peerBytes) {
      return new Full("bytes of its texts wait (withOutputBytes)", limits.peerBytes);
    }
    boolean isFirst = texts.count == 0 && textBytes <= SMALL_BYTES;
    if (count >= (isFirst ? (long) limits.ofAll + SMALL_TEXTS : limits.ofAll)) {
      return new Full("texts of all nodes wait (withOutputQueue)", limits.ofAll);
    }
    long more = isFirst ? (long) SMALL_TEXTS * SMALL_BYTES : 0;
    return bytes + textBytes - more > limits.allBytes
        ? new Full("bytes of the texts of all nodes wait (withOutputBytes)", limits.allBytes)
        : null;
  }

  @GuardedBy("monitor") private void count(Texts texts, int change, long changedBytes) {
    texts.count += change;
    texts.bytes += changedBytes;
    count += change;
    bytes += changedBytes;
  }

  /** Writes the next text of a node, or refuses all of them. */
  private void serve(Texts texts) {
    boolean isAccepted = false;
    try {
      executor.execute(() -> writeNext(texts));
      isAccepted = true;
    } catch (RejectedExecutionException e) {
      // The node is being closed, or the program's executor is overloaded.
    } finally {
      if (!isAccepted) {
        while (refuseNext(texts)) {
          // One after the other: more texts may have arrived meanwhile.
        }
      }
    }
  }

  /** Refuses a text of a node. Returns false, and forgets the node, if it has none. */
  private boolean refuseNext(Texts texts) {
    Entry entry = next(texts);
    if (entry == null) {
      return false;
    }
    try {
      entry.text.refuse();
    } catch (OutOfMemoryError e) {
      // The next text is refused, whatever this one ends with.
    }
    return written(texts, entry);
  }

  private void writeNext(Texts texts) {
    Entry entry = next(texts);
    if (entry == null) {
      return;
    }
    boolean hasMore = false;
    try {
      entry.text.write();
    } finally {
      hasMore = written(texts, entry);
      if (hasMore) {
        serve(texts);
      }
    }
  }

  private @Nullable Entry next(Texts texts) {
    synchronized (monitor) {
      return texts.waiting.poll();
    }
  }

  /** Uncounts a text. Returns false, and forgets the node, if it has no other. */
  private boolean written(Texts texts, Entry entry) {
    synchronized (monitor) {
      count(texts, -1, -entry.bytes);
      boolean hasMore = !texts.waiting.isEmpty();
      if (!hasMore) {
        peers.remove(texts.peer);
      }
      return hasMore;
    }
  }

  /** Returns about how many bytes the texts of a node take. */
  public long heldBytes(Atom peer) {
    synchronized (monitor) {
      Texts texts = peers.get(peer);
      return texts == null ? 0 : texts.bytes;
    }
  }

  /** Returns about how many bytes all texts take. */
  public long heldBytes() {
    synchronized (monitor) {
      return bytes;
    }
  }
}
