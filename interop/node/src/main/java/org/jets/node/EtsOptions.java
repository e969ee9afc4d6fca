package org.jets.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.Quota;
import org.jets.ets.TableSpace;
import org.jspecify.annotations.Nullable;

/** What processes of other nodes may do with the tables of a node. Immutable. */
public final class EtsOptions {
  /**
   * Answers about processes within 5 seconds, no files, and no quotas but that of the heap: see
   * {@link TableSpace#limit}.
   */
  public static final EtsOptions DEFAULT =
      new EtsOptions(
          Duration.ofSeconds(5),
          null,
          Quota.UNLIMITED,
          Quota.UNLIMITED,
          false,
          ownersOfHeap(10_000, 64),
          ownersOfHeap(40_000, 16));

  /**
   * About how many bytes of the heap a process takes that tables remember, with its monitor; a
   * table that it keeps fixed takes less.
   */
  public static final int OWNER_BYTES = 512;

  private final Duration answerBound;
  private final @Nullable Path files;
  private final Quota peerQuota;
  private final Quota quota;
  private final boolean hasQuotas;
  private final int peerOwners;
  private final int owners;

  private EtsOptions(
      Duration answerBound,
      @Nullable Path files,
      Quota peerQuota,
      Quota quota,
      boolean hasQuotas,
      int peerOwners,
      int owners) {
    this.answerBound = answerBound;
    this.files = files;
    this.peerQuota = peerQuota;
    this.quota = quota;
    this.hasQuotas = hasQuotas;
    this.peerOwners = peerOwners;
    this.owners = owners;
  }

  private static int ownersOfHeap(int least, int part) {
    long count = Runtime.getRuntime().maxMemory() / part / OWNER_BYTES;
    return (int) Math.max(least, Math.min(count, Integer.MAX_VALUE));
  }

  /**
   * Sets how long the node of a process may take to say whether the process is alive that shall be
   * an heir or get a table. After that the call ends in {@code badarg}.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public EtsOptions withAnswerBound(Duration bound) {
    if (bound.isNegative() || bound.isZero()) {
      throw new IllegalArgumentException("bound: " + bound + " (expected: > 0)");
    }
    return new EtsOptions(bound, files, peerQuota, quota, hasQuotas, peerOwners, owners);
  }

  /**
   * Lets processes of other nodes save tables to files in a folder, and load and inspect those that
   * are there: {@code tab2file}, {@code file2tab}, {@code tabfile_info}. Names are relative to the
   * folder; one that leads out of it, by whatever way, is refused. Without this all names are. What
   * is refused is answered as if the file system had: <code>{error, {file_error, Name, eacces}}
   * </code>, where a file would be read <code>{error, {read_error, {file_error, Name, eacces}}}
   * </code>.
   *
   * <p>What a table holds becomes a file's content, and a damaged or huge file costs memory as a
   * huge message does; who may connect to the node may then fill the disk.
   *
   * @param folder an existing one
   */
  public EtsOptions withFiles(Path folder) {
    return new EtsOptions(
        answerBound,
        Objects.requireNonNull(folder, "folder"),
        peerQuota,
        quota,
        hasQuotas,
        peerOwners,
        owners);
  }

  /**
   * Limits what tables may take; what would be more is answered with {@code error:system_limit}.
   * What it costs {@link TableSpace#limit} says. {@link Quota#UNLIMITED} for both also ends the
   * limit that the heap sets where this is not called: the tables may then fill the heap.
   *
   * @param ofPeer what all tables of the processes of one other node may take
   * @param ofAll what all tables of the node may take
   * @throws IllegalArgumentException if one peer's limit is larger than that of all, unless it is
   *     unlimited
   */
  public EtsOptions withQuotas(Quota ofPeer, Quota ofAll) {
    Objects.requireNonNull(ofPeer, "ofPeer");
    Objects.requireNonNull(ofAll, "ofAll");
    checkPeer("tables", ofPeer.tables(), ofAll.tables());
    checkPeer("objects", ofPeer.objects(), ofAll.objects());
    checkPeer("bytes", ofPeer.bytes(), ofAll.bytes());
    return new EtsOptions(answerBound, files, ofPeer, ofAll, true, peerOwners, owners);
  }

  /**
   * Limits how many processes of other nodes have a table, are heirs or keep tables fixed; each
   * table that a process keeps fixed counts as one more. By default 10,000 for one node and 40,000
   * for all, with a heap above 320 MiB a 64th and a 16th of it at 512 bytes each. They count for
   * the node whose call leads to them. A call that leads to more ends with {@code
   * error:system_limit}; where all have too many, each node still has 64.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public EtsOptions withOwners(int ofPeer, int ofAll) {
    if (ofPeer < 1) {
      throw new IllegalArgumentException("ofPeer: " + ofPeer + " (expected: >= 1)");
    }
    if (ofAll < ofPeer) {
      throw new IllegalArgumentException(
          "ofPeer: " + ofPeer + ", ofAll: " + ofAll + " (expected: ofPeer <= ofAll)");
    }
    return new EtsOptions(answerBound, files, peerQuota, quota, hasQuotas, ofPeer, ofAll);
  }

  private static void checkPeer(String name, long ofPeer, long ofAll) {
    if (ofPeer > ofAll && ofPeer != Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          name + " of one peer: " + ofPeer + " (expected: <= " + ofAll + ", those of all)");
    }
  }

  /** Returns how long the node of a process may take to say whether it is alive. */
  public Duration answerBound() {
    return answerBound;
  }

  /** Whether limits have been set; if not, the heap sets them. */
  public boolean hasQuotas() {
    return hasQuotas;
  }

  /** Returns what all tables of the processes of one other node may take. */
  public Quota peerQuota() {
    return peerQuota;
  }

  /** Returns what all tables of the node may take. */
  public Quota quota() {
    return quota;
  }

  /** Returns how many owners and fixations there may be of one other node. */
  public int peerOwners() {
    return peerOwners;
  }

  /** Returns how many owners and fixations there may be of all other nodes. */
  public int owners() {
    return owners;
  }

  /** Returns the folder in which other nodes' processes may read and write files. */
  public Optional<Path> files() {
    return Optional.ofNullable(files);
  }
}
