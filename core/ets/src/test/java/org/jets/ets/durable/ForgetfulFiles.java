package org.jets.ets.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Files in memory on a disk that can lose power, refuse a force and run out of space. A power
 * failure undoes any part of the writes that were not forced, and any of the changes of names since
 * the folder was forced, each on its own. Zeros take the place of lost bytes. A failed force loses
 * the writes for good, but they can be read until the power fails.
 */
final class ForgetfulFiles implements LogFiles {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int MAX_PAGE_BYTES = 40;

  private final Random random;
  private final Map<String, Inode> names = new HashMap<>();

  /** The files that a name may have after a power failure, for each name that was changed. */
  private final Map<String, List<@Nullable Inode>> possible = new HashMap<>();

  private boolean isLocked;
  private long operationsLeft = NEVER;
  private long spaceLeft = NEVER;
  private long forcesLeft = NEVER;
  private long faultsLeft = NEVER;
  private int forces;
  private int operations;
  private Runnable beforeForce = () -> {};

  ForgetfulFiles(Random random) {
    this.random = random;
  }

  /** Makes all operations after this number of them fail. */
  synchronized void failPowerAfter(long count) {
    operationsLeft = count;
  }

  /** Makes one operation fail, without an effect, after this number of them. */
  synchronized void failOnceAfter(long count) {
    faultsLeft = count;
  }

  /** Makes writes fail when this number of bytes has been written. */
  synchronized void limitSpace(long bytes) {
    spaceLeft = bytes;
  }

  /** Makes one force fail after this number of them. */
  synchronized void failForceAfter(long count) {
    forcesLeft = count;
  }

  /** Sets what happens before each force of a file. */
  synchronized void beforeForce(Runnable action) {
    beforeForce = action;
  }

  /** Returns the number of forces of files so far. */
  synchronized int forces() {
    return forces;
  }

  /** Returns the number of operations so far. */
  synchronized int operations() {
    return operations;
  }

  /** Returns the content of a file, for the test to read and to change. */
  synchronized byte[] content(String name) {
    return Arrays.copyOf(names.get(name).seen, names.get(name).length);
  }

  /** Replaces the content of a file, on the disk too. */
  synchronized void setContent(String name, byte[] content) {
    names.put(name, Inode.of(content));
  }

  /** Returns the files as a new process sees them after this one has been killed. */
  synchronized ForgetfulFiles afterKill() {
    ForgetfulFiles next = new ForgetfulFiles(random);
    next.names.putAll(names);
    possible.forEach((name, inodes) -> next.possible.put(name, new ArrayList<>(inodes)));
    return next;
  }

  /** Returns the files that are left after a power failure. */
  synchronized ForgetfulFiles afterPowerFailure() {
    ForgetfulFiles next = new ForgetfulFiles(random);
    Map<String, @Nullable Inode> chosen = new HashMap<>(names);
    possible.forEach((name, inodes) -> chosen.put(name, inodes.get(random.nextInt(inodes.size()))));
    Map<Inode, Inode> survivors = new HashMap<>();
    chosen.forEach(
        (name, inode) -> {
          if (inode != null) {
            next.names.put(name, survivors.computeIfAbsent(inode, lost -> lost.survive(random)));
          }
        });
    return next;
  }

  private void step() throws IOException {
    operations++;
    if (faultsLeft == 0) {
      faultsLeft = NEVER;
      throw new IOException("Input/output error");
    }
    faultsLeft--;
    if (operationsLeft == 0) {
      throw new IOException("power failure");
    }
    operationsLeft--;
  }

  private void change(String name, @Nullable Inode inode) {
    possible
        .computeIfAbsent(name, key -> new ArrayList<>(Arrays.asList(names.get(key))))
        .add(inode);
    if (inode == null) {
      names.remove(name);
    } else {
      names.put(name, inode);
    }
  }

  @Override
  public synchronized void lock() throws IOException {
    if (isLocked) {
      throw new IOException("in use");
    }
    isLocked = true;
  }

  @Override
  public synchronized List<String> list() {
    return new ArrayList<>(names.keySet());
  }

  @Override
  public synchronized LogFile create(String name) throws IOException {
    step();
    Inode inode = Inode.of(new byte[0]);
    change(name, inode);
    return new OpenFile(inode);
  }

  @Override
  public synchronized LogFile open(String name) throws IOException {
    Inode inode = names.get(name);
    if (inode == null) {
      throw new IOException(name + " is absent");
    }
    return new OpenFile(inode);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    step();
    Inode inode = names.get(from);
    if (inode == null) {
      throw new IOException(from + " is absent");
    }
    change(to, inode);
    change(from, null);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    step();
    Inode inode = names.get(name);
    if (inode == null) {
      throw new IOException(name + " is absent");
    }
    if (spaceLeft != NEVER) {
      spaceLeft += inode.length;
    }
    change(name, null);
  }

  @Override
  public synchronized void removeFolder() throws IOException {
    step();
  }

  @Override
  public synchronized void force() throws IOException {
    step();
    possible.clear();
  }

  @Override
  public synchronized long usableSpace() {
    return spaceLeft;
  }

  @Override
  public String describe(String name) {
    return name;
  }

  @Override
  public synchronized void close() {
    isLocked = false;
  }

  /** The content of a file: as it is seen, and on the disk. */
  private static final class Inode {
    private byte[] seen = new byte[256];
    private int length;
    private byte[] onDisk = new byte[0];

    /** The beginnings and ends of writes that were not forced. */
    private final List<int[]> dirty = new ArrayList<>();

    static Inode of(byte[] content) {
      Inode inode = new Inode();
      inode.seen = content.clone();
      inode.length = content.length;
      inode.onDisk = content.clone();
      return inode;
    }

    void append(byte[] bytes, int count) {
      if (length + count > seen.length) {
        seen = Arrays.copyOf(seen, 2 * (length + count));
      }
      System.arraycopy(bytes, 0, seen, length, count);
      dirty.add(new int[] {length, length + count});
      length += count;
    }

    private byte[] written(byte[] disk, int from, int to) {
      byte[] target = disk.length < to ? Arrays.copyOf(disk, to) : disk;
      System.arraycopy(seen, from, target, from, to - from);
      return target;
    }

    void force() {
      for (int[] range : dirty) {
        onDisk = written(onDisk, range[0], range[1]);
      }
      dirty.clear();
    }

    void loseDirty() {
      dirty.clear();
    }

    Inode survive(Random random) {
      byte[] disk = onDisk.clone();
      boolean inOrder = random.nextBoolean();
      for (int[] range : dirty) {
        for (int at = range[0]; at < range[1]; ) {
          int end = Math.min(range[1], at + 1 + random.nextInt(MAX_PAGE_BYTES));
          if (random.nextInt(4) > 0) {
            disk = written(disk, at, end);
          } else if (inOrder) {
            return of(disk);
          }
          at = end;
        }
      }
      return of(disk);
    }
  }

  /** An open file. */
  private final class OpenFile implements LogFile {
    private final Inode inode;

    OpenFile(Inode inode) {
      this.inode = inode;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      synchronized (ForgetfulFiles.this) {
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        try {
          step();
        } catch (IOException e) {
          inode.append(all, random.nextInt(all.length + 1));
          throw e;
        }
        int count = (int) Math.min(all.length, spaceLeft);
        inode.append(all, count);
        spaceLeft -= spaceLeft == NEVER ? 0 : count;
        if (count < all.length) {
          throw new IOException("No space left on device");
        }
      }
    }

    @Override
    public int read(ByteBuffer target, long position) {
      synchronized (ForgetfulFiles.this) {
        if (position >= inode.length) {
          return -1;
        }
        int count = (int) Math.min(target.remaining(), inode.length - position);
        target.put(inode.seen, (int) position, count);
        return count;
      }
    }

    @Override
    public long length() {
      synchronized (ForgetfulFiles.this) {
        return inode.length;
      }
    }

    @Override
    public void force() throws IOException {
      Runnable before;
      synchronized (ForgetfulFiles.this) {
        before = beforeForce;
      }
      before.run();
      synchronized (ForgetfulFiles.this) {
        step();
        forces++;
        if (forcesLeft == 0) {
          forcesLeft = NEVER;
          inode.loseDirty();
          throw new IOException("Input/output error");
        }
        forcesLeft--;
        inode.force();
      }
    }

    @Override
    public void close() {}
  }
}
