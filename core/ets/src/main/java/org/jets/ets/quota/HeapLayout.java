package org.jets.ets.quota;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * The properties of a heap that determine the size of objects in it.
 *
 * @param referenceBytes the bytes of a reference in an object or array: 4 if references are
 *     compressed, else 8
 * @param alignment the alignment of objects in bytes, a power of two
 * @param regionBytes the bytes of a region, for a collector such as G1; 0 for any other collector
 */
public record HeapLayout(int referenceBytes, int alignment, long regionBytes) {
  /** The bytes of a header with compressed class pointers. */
  private static final int HEADER_BYTES = 12;

  private static final int ARRAY_HEADER_BYTES = 16;

  /** Compressed references and no regions: the layout assumed if the JVM does not tell its own. */
  static final HeapLayout USUAL = new HeapLayout(Integer.BYTES, Long.BYTES, 0);

  /**
   * The divisor of a region's size below which an array leaves no significant part of the region
   * empty.
   */
  private static final int SMALL_PARTS = 8;

  private static final class OfThisJvm {
    static final HeapLayout LAYOUT = read();
  }

  /**
   * Returns the layout of this JVM's heap; {@link #USUAL} if the module {@code jdk.management} is
   * missing or the JVM does not have these flags.
   */
  public static HeapLayout ofThisJvm() {
    return OfThisJvm.LAYOUT;
  }

  private static HeapLayout read() {
    try {
      return Flags.read();
    } catch (LinkageError | RuntimeException e) {
      return USUAL;
    }
  }

  /** The access to flags, in a class of its own, since its module may be missing. */
  private static final class Flags {
    private static HeapLayout read() {
      HotSpotDiagnosticMXBean flags =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      boolean isCompressed = isSet(flags, "UseCompressedOops");
      boolean hasRegions = isSet(flags, "UseG1GC");
      return new HeapLayout(
          isCompressed ? Integer.BYTES : Long.BYTES,
          Integer.parseInt(value(flags, "ObjectAlignmentInBytes")),
          hasRegions ? Long.parseLong(value(flags, "G1HeapRegionSize")) : 0);
    }

    private static boolean isSet(HotSpotDiagnosticMXBean flags, String name) {
      return Boolean.parseBoolean(value(flags, name));
    }

    private static String value(HotSpotDiagnosticMXBean flags, String name) {
      return flags.getVMOption(name).getValue();
    }
  }

  /** Returns the bytes of an object with this many references and other bytes. */
  public int objectBytes(int references, int otherBytes) {
    return (int) aligned(HEADER_BYTES + references * referenceBytes + otherBytes);
  }

  private long aligned(long bytes) {
    return (bytes + alignment - 1) & -alignment;
  }

  /**
   * Returns the bytes of an array whose elements take this many bytes. In a heap of regions, an
   * array of half a region or more has its own regions. Shorter arrays that are not small fill a
   * region as far as they fit, and the rest of it may stay empty.
   */
  public long arrayBytes(long elementBytes) {
    long bytes = aligned(ARRAY_HEADER_BYTES + elementBytes);
    if (bytes < regionBytes / SMALL_PARTS || regionBytes == 0) {
      return bytes;
    }
    return bytes < regionBytes / 2
        ? regionBytes / (regionBytes / bytes)
        : (bytes + regionBytes - 1) / regionBytes * regionBytes;
  }
}
