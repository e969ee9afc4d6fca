package org.jets.ets.file;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The result of one read of a log.
 *
 * @param payloads the payloads of the items, in their order; each fills its buffer
 * @param damaged the number of bytes that belong to no item, as Erlang counts them: a lower bound,
 *     above 0 wherever Erlang's is
 */
record LogChunk(List<ByteBuffer> payloads, long damaged) {}
