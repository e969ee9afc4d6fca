package org.jets.bench.durable;

/** A store of objects in a folder, by number. Safe for use by many threads. */
interface ObjectStore extends AutoCloseable {
  /** The bytes of a value. */
  int VALUE_BYTES = 100;

  /** Writes an object. It is safe as the store's {@link Force} promises. */
  void put(long key, byte[] value) throws Exception;

  /** Returns the number of objects, of which a store may know an estimate alone. */
  long size() throws Exception;

  /** Closes the store. What was put is there when it is opened again. */
  @Override
  void close();
}
