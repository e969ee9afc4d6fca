package org.jets.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.Quota;
import org.jets.ets.TableSpace;
import org.jspecify.annotations.Nullable;

/** Options for the access of other nodes' processes to the tables of a node. Immutable. */
public final class EtsOptions {
  private static final EtsOptions DEFAULTS =
      new EtsOptions(
          Duration.ofSeconds(5),
          null,
          Quota.UNLIMITED,
          Quota.UNLIMITED,
          false,
          ownersOfHeap(10_000, 64),
          ownersOfHeap(40_000, 16));

  /**
   * About how many bytes of the heap a process takes that tables refer to, with its monitor. A
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
   * Returns the default options: answers about processes within 5 seconds, no files, and no quotas
   * except those of the heap. See {@link TableSpace#limit}.
   */
  public static EtsOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the time within which the node of a process must answer whether the process is alive. It
   * is asked before the process becomes an heir or the owner of a table. Without an answer in time,
   * the call ends in {@code badarg}.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public EtsOptions withAnswerBound(Duration bound) {
    if (Objects.requireNonNull(bound, "bound").isNegative() || bound.isZero()) {
      throw new IllegalArgumentException("bound: " + bound + " (expected: > 0)");
    }
    return new EtsOptions(bound, files, peerQuota, quota, hasQuotas, peerOwners, owners);
  }

  /**
   * Lets processes of other nodes save tables to files in a folder, and load and inspect files
   * there: {@code tab2file}, {@code file2tab}, {@code tabfile_info}. Names are relative to the
   * folder. A name that leads out of it in any way is refused. Without this option all names are
   * refused. A refusal looks like one of the file system: <code>{error, {file_error, Name,
   * eacces}}</code>, or <code>{error, {read_error, {file_error, Name, eacces}}}</code> for a file
   * to be read.
   *
   * <p>The content of a table becomes the content of a file. A damaged or huge file costs memory as
   * a huge message does. Any node that may connect may then fill the disk.
   *
   * @param folder an existing folder, which is not that of {@link NodeOptions#withData}, nor in it
   *     or around it
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
   * Limits the memory of tables. An operation beyond the limit ends with {@code
   * error:system_limit}. {@link TableSpace#limit} describes the cost. Without this call, the heap
   * sets a limit. {@link Quota#UNLIMITED} for both ends that limit too: the tables may then fill
   * the heap.
   *
   * @param ofPeer the limit of all tables of the processes of one other node
   * @param ofAll the limit of all tables of the node
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
   * Limits how many processes of other nodes own a table, are heirs or keep tables fixed. Each
   * table that a process keeps fixed counts as one more. By default 10,000 for one node and 40,000
   * for all. With a heap above 320 MiB, the defaults are a 64th and a 16th of it at 512 bytes each.
   * A process counts for the node whose call made it an owner, an heir or a fixing process. A call
   * beyond a limit ends with {@code error:system_limit}. If the limit of all is reached, each node
   * still has 64.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public EtsOptions withOwners(int ofPeer, int ofAll) {
    OptionChecks.ofOneAndAll(1, ofPeer, "ofPeer", ofAll);
    return new EtsOptions(answerBound, files, peerQuota, quota, hasQuotas, ofPeer, ofAll);
  }

  private static void checkPeer(String name, long ofPeer, long ofAll) {
    if (ofPeer > ofAll && ofPeer != Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          name + " of one peer: " + ofPeer + " (expected: <= " + ofAll + ", those of all)");
    }
  }

  /** Returns the time within which the node of a process must answer whether it is alive. */
  public Duration answerBound() {
    return answerBound;
  }

  /** Returns true if limits have been set; else the heap sets them. */
  public boolean hasQuotas() {
    return hasQuotas;
  }

  /** Returns the limit of all tables of the processes of one other node. */
  public Quota peerQuota() {
    return peerQuota;
  }

  /** Returns the limit of all tables of the node. */
  public Quota quota() {
    return quota;
  }

  /** Returns the limit of owners and fixations of one other node. */
  public int peerOwners() {
    return peerOwners;
  }

  /** Returns the limit of owners and fixations of all other nodes. */
  public int owners() {
    return owners;
  }

  /** Returns the folder in which other nodes' processes may read and write files. */
  public Optional<Path> files() {
    return Optional.ofNullable(files);
  }

  /**
   * Returns whether a folder is that of {@link #withFiles}, in it, or around it, by their real
   * paths. Processes of other nodes could then replace files of this program in the folder. False
   * if there is no folder for their files. Asks the file system for each part of the paths.
   *
   * @param folder may be absent
   */
  public boolean overlapsFiles(Path folder) {
    Path other = real(Objects.requireNonNull(folder, "folder"));
    Path own = files == null ? null : real(files);
    return own != null && (own.startsWith(other) || other.startsWith(own));
  }

  /** Returns a path without links, as far as its parts exist. */
  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath();
    for (Path part = absolute; part != null; part = part.getParent()) {
      try {
        return part.toRealPath().resolve(part.relativize(absolute)).normalize();
      } catch (IOException e) {
        // Absent, or not to be read: its parent may be there.
      }
    }
    return absolute.normalize();
  }
}
