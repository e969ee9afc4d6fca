package org.jets.ets.file;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a reader has found in one go.
 *
 * @param payloads those of the items, in their order; each fills its buffer
 * @param damaged how many bytes were no items, as Erlang counts them: a lower bound, above 0
 *     wherever it says so
 */
public record LogChunk(List<ByteBuffer> payloads, long damaged) {}
