package org.jets.ets.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The items of a log, for tests of other packages. */
public final class LogItems {
  private static final int MANY = 100;

  private LogItems() {}

  /** Returns the payloads of a file, in their order. */
  public static List<byte[]> payloads(Path file) throws IOException {
    List<byte[]> payloads = new ArrayList<>();
    try (LogReader reader = LogReader.open(file)) {
      reader.readHead();
      for (LogChunk chunk = reader.read(MANY); chunk != null; chunk = reader.read(MANY)) {
        chunk.payloads().forEach(payload -> payloads.add(bytes(payload)));
      }
    }
    return payloads;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** Returns the digest that a large item has of its size. */
  public static byte[] digestOfSize(int size) {
    return Md5.start().digest(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
  }
}
