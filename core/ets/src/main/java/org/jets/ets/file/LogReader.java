package org.jets.ets.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of a log, also of a damaged one.
 *
 * <p>What comes out of a damaged log depends on where blocks and chunks end, so these are Erlang's:
 * blocks of 64 KiB, or of one item that is larger; chunks of at most as many items, and bytes that
 * are none, as the caller asks for. In one case Erlang reads the same bytes for ever: when the file
 * ends before the digest of an item does, or with a wrong one. This takes them for damaged.
 *
 * <p>Memory: one block. A size that goes beyond the end of the file is not believed.
 *
 * <p>For use by one thread.
 */
public final class LogReader implements Closeable {
  private static final int MAX_BLOCK_BYTES = Integer.MAX_VALUE - 8;
  private static final int DIGESTED_HEADER_BYTES =
      LogFormat.ITEM_HEADER_BYTES + LogFormat.DIGEST_BYTES;

  private final FileChannel channel;

  /** Where the next block begins. */
  private long position;

  /** How many bytes the item has with which the next block begins; 0 if that is not known. */
  private long wanted;

  /** What is left of the last block, if a chunk ended before it did. */
  private @Nullable ByteBuffer rest;

  private LogReader(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens a file. */
  public static LogReader open(Path file) throws IOException {
    return new LogReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /** Reads the file's head; false if this is no log. To be called once, before all else. */
  public boolean readHead() throws IOException {
    ByteBuffer head = block(LogFormat.HEAD_BYTES);
    if (head.remaining() < LogFormat.HEAD_BYTES || head.getInt() != LogFormat.MAGIC) {
      return false;
    }
    int status = head.getInt();
    return status == LogFormat.CLOSED || status == LogFormat.OPEN;
  }

  /**
   * Reads on.
   *
   * @param max how many items, and bytes that are none, to read at most
   * @return null at the end of the file
   */
  public @Nullable LogChunk read(int max) throws IOException {
    while (true) {
      if (rest == null) {
        long left = channel.size() - position;
        if (left <= 0) {
          return null;
        }
        if (left < LogFormat.ITEM_HEADER_BYTES) {
          return skip(left, left);
        }
        if (left < wanted) {
          return skip(left, left - LogFormat.ITEM_HEADER_BYTES);
        }
        rest = block(Math.min(left, Math.max(wanted, LogFormat.BLOCK_BYTES)));
      }
      LogChunk chunk = split(rest, max);
      if (!chunk.payloads().isEmpty() || chunk.damaged() > 0) {
        return chunk;
      }
      long left = channel.size() - position;
      if (wanted == 0 && left <= DIGESTED_HEADER_BYTES) {
        return skip(left, left);
      }
    }
  }

  private LogChunk skip(long bytes, long damaged) {
    position += bytes;
    wanted = 0;
    return new LogChunk(List.of(), damaged);
  }

  /** Reads a block, which is shorter if the file ends in it. */
  private ByteBuffer block(long length) throws IOException {
    if (length > MAX_BLOCK_BYTES) {
      throw new IOException(PosixError.TOO_LARGE);
    }
    ByteBuffer block = ByteBuffer.allocate((int) length);
    int read = 0;
    while (block.hasRemaining() && read >= 0) {
      read = channel.read(block, position + block.position());
    }
    position += block.position();
    return block.flip();
  }

  /** Takes items from a block. */
  private LogChunk split(ByteBuffer block, int max) {
    List<ByteBuffer> payloads = new ArrayList<>();
    long damaged = 0;
    wanted = 0;
    for (int step = 0; block.remaining() >= LogFormat.ITEM_HEADER_BYTES; step++) {
      if (step == max) {
        return new LogChunk(payloads, damaged);
      }
      int start = block.position();
      int size = block.getInt(start);
      int magic = block.getInt(start + Integer.BYTES);
      int headerBytes = LogFormat.ITEM_HEADER_BYTES;
      if (magic != LogFormat.ITEM_MAGIC && magic != LogFormat.OLD_ITEM_MAGIC) {
        block.position(start + 1);
        damaged++;
        continue;
      }
      if (magic == LogFormat.ITEM_MAGIC
          && Integer.compareUnsigned(size, LogFormat.MIN_DIGESTED_SIZE) >= 0) {
        headerBytes = DIGESTED_HEADER_BYTES;
        if (!hasDigest(block, size)) {
          if (block.remaining() <= headerBytes) {
            break;
          }
          block.position(start + headerBytes + 1);
          damaged++;
          continue;
        }
      }
      long itemBytes = headerBytes + Integer.toUnsignedLong(size);
      if (itemBytes > block.remaining()) {
        wanted = itemBytes;
        break;
      }
      payloads.add(block.slice(start + headerBytes, size));
      block.position(start + (int) itemBytes);
    }
    position -= block.remaining();
    rest = null;
    return new LogChunk(payloads, damaged);
  }

  private static boolean hasDigest(ByteBuffer block, int size) {
    return block.remaining() >= DIGESTED_HEADER_BYTES
        && block
            .slice(block.position() + LogFormat.ITEM_HEADER_BYTES, LogFormat.DIGEST_BYTES)
            .equals(ByteBuffer.wrap(LogFormat.digestOfSize(size)));
  }

  /**
   * Goes on after a payload of the last chunk, which could not be decoded. As in Erlang, what
   * follows in the same block and has not come with that chunk is lost, so that items may begin in
   * the middle.
   */
  public void resumeAfter(LogChunk chunk, int index) {
    for (ByteBuffer payload : chunk.payloads().subList(index + 1, chunk.payloads().size())) {
      position -= payload.capacity() + LogFormat.ITEM_HEADER_BYTES;
    }
    rest = null;
    wanted = 0;
  }

  /** Closes the file. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
