package org.jets.ets;

import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The options for reading a table from a file: those of {@code ets:file2tab/2}, and more.
 * Immutable: each method returns changed options.
 */
public final class LoadOptions {
  private static final LoadOptions DEFAULT =
      new LoadOptions(
          Verification.WHOLE,
          null,
          DecodeOptions.DEFAULT
              .withMaxEncodedBytes(Integer.MAX_VALUE)
              .withMaxDepth(Integer.MAX_VALUE)
              .withMaxNewAtoms(Integer.MAX_VALUE));

  private static final int ARGUMENT = 2;

  /** How much is verified: nothing, what Erlang's {@code verify} does, or the file as a whole. */
  private enum Verification {
    NONE,
    AS_ERLANG,
    WHOLE
  }

  private static final Atom VERIFY = Atom.of("verify");

  private final Verification verification;
  private final @Nullable Backend backend;
  private final DecodeOptions decoding;

  private LoadOptions(
      Verification verification, @Nullable Backend backend, DecodeOptions decoding) {
    this.verification = verification;
    this.backend = backend;
    this.decoding = decoding;
  }

  /**
   * Returns the default options: verification, the store that the table's type has by default, and
   * no limits.
   */
  public static LoadOptions defaults() {
    return DEFAULT;
  }

  /**
   * Returns what an option list of {@code ets:file2tab/2} means. Erlang's undocumented option
   * {@code table}, which deletes a table that it cannot load into, is not known here.
   *
   * @throws TableFileException if it has something else in it, or is no proper list
   */
  public static LoadOptions fromTerms(Term options) {
    LoadOptions result = DEFAULT.withoutVerification();
    if (!(Objects.requireNonNull(options, "options") instanceof ListTerm list)) {
      throw TableFileException.malformedOption(ARGUMENT, options);
    }
    for (Term option : list) {
      if (!(option instanceof Tuple pair)
          || pair.arity() != 2
          || pair.element(1) != VERIFY
          || !(pair.element(2) instanceof Atom value)
          || !value.isBoolean()) {
        throw TableFileException.unknownOption(ARGUMENT, option, option);
      }
      if (value == Atom.TRUE) {
        result = new LoadOptions(Verification.AS_ERLANG, null, result.decoding);
      }
    }
    if (!list.isProper()) {
      throw TableFileException.malformedOption(ARGUMENT, list.lastTail());
    }
    return result;
  }

  /**
   * Refuses a file in which damage is found: bytes that are no item or no term, and another digest
   * or number of objects than the file's end has, or, where that has neither, than the table had
   * when writing began. So it is by default, but where Erlang's options do not say so. Without
   * {@link SaveOptions#withMd5sum} a changed byte inside the header or an object is not noticed.
   * See {@link TabFile} about what a digest covers.
   */
  public LoadOptions withVerification() {
    return new LoadOptions(Verification.WHOLE, backend, decoding);
  }

  /** Takes of a damaged file what Erlang finds in it without {@code verify}. */
  public LoadOptions withoutVerification() {
    return new LoadOptions(Verification.NONE, backend, decoding);
  }

  /**
   * Names the table's store, as {@link TableOptions#withBackend(Backend)}.
   *
   * @throws IllegalArgumentException when a table is loaded, if the store does not serve its type
   */
  public LoadOptions withBackend(Backend backend) {
    return new LoadOptions(verification, Objects.requireNonNull(backend, "backend"), decoding);
  }

  /**
   * Sets what an object may have in it, for files from sources that are not trusted. An object
   * beyond a limit counts as damaged. By default anything that the bytes in the file amount to, and
   * 256 MiB for an object that is compressed in itself, as Erlang writes none.
   */
  public LoadOptions withDecoding(DecodeOptions decoding) {
    return new LoadOptions(verification, backend, Objects.requireNonNull(decoding, "decoding"));
  }

  /** Returns whether damage that is found is an error. */
  public boolean isVerifying() {
    return verification != Verification.NONE;
  }

  /** Returns whether what Erlang does not look at is verified too. */
  public boolean isVerifyingAll() {
    return verification == Verification.WHOLE;
  }

  /** Returns the store; null for the one that the table's type has by default. */
  public @Nullable Backend backend() {
    return backend;
  }

  /** Returns what an object may have in it. */
  public DecodeOptions decoding() {
    return decoding;
  }
}
