package org.jets.ets.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.argument.PosixError;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of a log, also of a damaged one.
 *
 * <p>The items found in a damaged log depend on the ends of blocks and chunks, so this uses
 * Erlang's. A block has 64 KiB, or one larger item. A chunk has at most as many items, and bytes
 * that belong to none, as the caller requests. If a file ends inside the digest of an item, or with
 * a wrong digest, Erlang reads the same bytes for ever. This counts them as damaged.
 *
 * <p>Memory: one block. An item size that exceeds the file counts as damage.
 *
 * <p>For use by one thread.
 */
final class LogReader implements Closeable {
  private static final int MAX_BLOCK_BYTES = Integer.MAX_VALUE - 8;
  private static final int DIGESTED_HEADER_BYTES =
      LogFormat.ITEM_HEADER_BYTES + LogFormat.DIGEST_BYTES;

  private final FileChannel channel;

  /** The position of the next block. */
  private long position;

  /** The number of bytes of the first item in the next block; 0 if it is unknown. */
  private long wanted;

  /** The rest of the last block, if a chunk ended before the block; else null. */
  private @Nullable ByteBuffer rest;

  private LogReader(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens a file. */
  public static LogReader open(Path file) throws IOException {
    return new LogReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /**
   * Reads the file's head. Returns false if this is no log. Must be called once, before all other
   * methods.
   */
  public boolean readHead() throws IOException {
    ByteBuffer head = block(LogFormat.HEAD_BYTES);
    if (head.remaining() < LogFormat.HEAD_BYTES || head.getInt() != LogFormat.MAGIC) {
      return false;
    }
    int status = head.getInt();
    return status == LogFormat.CLOSED || status == LogFormat.OPEN;
  }

  /**
   * Reads the next chunk.
   *
   * @param max the largest number of items, and of bytes that belong to none, to read
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

  /** Reads items from a block. */
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
   * Resumes after a payload of the last chunk that could not be decoded. As in Erlang, the rest of
   * the block that did not come with that chunk is lost. So the next block may begin in the middle
   * of an item.
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
