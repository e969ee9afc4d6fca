package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.ets.TableSpace;
import org.jets.ets.log.SyncMode;
import org.jets.node.distribution.Cookie;
import org.jets.node.distribution.DistributionOptions;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobLimits;
import org.jets.node.process.SignalBudget;
import org.jets.node.services.DecodeBudget;
import org.jets.node.services.OutputQueue;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link NodeOptions}, with their defaults, and the limits that follow from them.
 * Mutable only while options are made from it.
 */
final class NodeSettings implements Cloneable {
  private static final Logger OUTPUT = System.getLogger("org.jets.node.output");
  private static final Logger NODE = System.getLogger("org.jets.node");

  /** The default for one peer, unless there are fewer places for all. */
  private static final int PEER_JOB_QUEUE = 10_000;

  /** About how many bytes a link or monitor of another node takes. */
  private static final int LINK_BYTES = 256;

  List<Consumer<DistributionOptions.Builder>> connections = List.of();
  @Nullable Cookie cookie;
  @Nullable TableSpace tables;
  @Nullable Path data;
  SyncMode dataSync = SyncMode.each();
  EtsOptions ets = EtsOptions.defaults();
  int jobThreads = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());
  int peerJobThreads;
  int jobQueue = 40_000;
  int peerJobQueue = -1;
  long jobBytes = Runtime.getRuntime().maxMemory() / 16;
  long peerJobBytes = Runtime.getRuntime().maxMemory() / 64;
  Duration maxCallTime = Duration.ofMinutes(10);
  long uncompressedBytes = Runtime.getRuntime().maxMemory() / 64;
  long allUncompressed = Runtime.getRuntime().maxMemory() / 32;
  MailboxOptions mailbox = MailboxOptions.defaults();
  @Nullable Executor executor;
  Consumer<? super String> output = new RateLimitedOutput(OUTPUT, System::nanoTime);
  int peerTexts = 1024;
  int texts = 4096;
  long peerTextBytes = Runtime.getRuntime().maxMemory() / 256;
  long textBytes = Runtime.getRuntime().maxMemory() / 64;
  double heapMark = 0.9;
  int peerLinks = linksOfHeap(10_000, 64);
  int links = linksOfHeap(40_000, 16);
  int peerAside = 64;
  int aside = 1024;
  Duration scanTurn = Duration.ofMillis(10);
  Duration heapPatience = Duration.ofSeconds(10);
  int callbackThreads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
  Predicate<? super String> readOnlyPeers = name -> false;
  Consumer<? super String> failureListener = text -> NODE.log(Level.ERROR, text);

  /** Returns settings that can be changed without these. */
  NodeSettings copy() {
    try {
      return (NodeSettings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Adds a setting of connections. A copy may share the list, which therefore does not change. */
  void connect(Consumer<DistributionOptions.Builder> setting) {
    List<Consumer<DistributionOptions.Builder>> all = new ArrayList<>(connections);
    all.add(setting);
    connections = List.copyOf(all);
  }

  /** Returns the budget for compressed terms. The limit of one call is at most that of all. */
  DecodeBudget decodeBudget() {
    long ofOne = Math.min(uncompressedBytes, allUncompressed);
    return new DecodeBudget((int) Math.min(ofOne, Integer.MAX_VALUE), allUncompressed);
  }

  /** Returns the limits of waiting texts. The limit of one peer is at most that of all. */
  OutputQueue.Limits outputLimits() {
    return new OutputQueue.Limits(
        Math.min(peerTexts, texts), texts, Math.min(peerTextBytes, textBytes), textBytes);
  }

  SignalBudget signalBudget(BooleanSupplier isMemoryLow, RateLimitedLog log) {
    int ofPeer = Math.min(peerLinks, links);
    return new SignalBudget(ofPeer, links, isMemoryLow, log);
  }

  private int peerJobQueue() {
    return peerJobQueue >= 0 ? peerJobQueue : Math.min(PEER_JOB_QUEUE, jobQueue);
  }

  /**
   * Checks relations between several options.
   *
   * @throws IllegalArgumentException if one peer is given more than all
   */
  void check() {
    OptionChecks.noMore("peer-job-threads", peerJobThreads, "job-threads", jobThreads);
    OptionChecks.noMore("peer-job-queue", peerJobQueue, "job-queue", jobQueue);
    if (data != null && ets.overlapsFiles(data)) {
      throw new IllegalArgumentException(
          "data: "
              + data
              + " (expected: a folder that is not that of files, nor in it or around it: other"
              + " nodes could replace the logs)");
    }
  }

  /** Returns the limits of calls. The limit of one peer is at most that of all. */
  JobLimits jobLimits() {
    int threads = jobThreads;
    int ofPeer = peerJobThreads > 0 ? peerJobThreads : Math.max(1, threads / 2);
    int running = Math.min(threads, ofPeer);
    int admitted = (int) Math.min((long) threads + jobQueue, Integer.MAX_VALUE);
    return new JobLimits(
        threads,
        running,
        admitted,
        (int) Math.min((long) running + peerJobQueue(), admitted),
        jobBytes,
        Math.min(peerJobBytes, jobBytes),
        Math.min(peerAside, aside),
        aside,
        scanTurn,
        maxCallTime);
  }

  @Override
  public String toString() {
    return "jobThreads="
        + jobThreads
        + ", peerJobThreads="
        + jobLimits().peerRunning()
        + ", jobQueue="
        + jobQueue
        + ", peerJobQueue="
        + peerJobQueue()
        + ", jobBytes="
        + pair(peerJobBytes, jobBytes)
        + ", suspendedCalls="
        + pair(peerAside, aside)
        + ", scanTurn="
        + scanTurn
        + ", maxCallTime="
        + maxCallTime
        + ", uncompressedBytes="
        + pair(uncompressedBytes, allUncompressed)
        + ", links="
        + pair(peerLinks, links)
        + ", outputQueue="
        + pair(peerTexts, texts)
        + ", outputBytes="
        + pair(peerTextBytes, textBytes)
        + ", callbackThreads="
        + callbackThreads
        + ", heapMark="
        + heapMark
        + ", heapPatience="
        + heapPatience;
  }

  private static String pair(long first, long second) {
    return "(" + first + ", " + second + ")";
  }

  private static int linksOfHeap(int least, int part) {
    long count = Runtime.getRuntime().maxMemory() / part / LINK_BYTES;
    return (int) Math.max(least, Math.min(count, Integer.MAX_VALUE));
  }
}
