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
          DecodeOptions.defaults()
              .withMaxEncodedBytes(Integer.MAX_VALUE)
              .withMaxDepth(Integer.MAX_VALUE)
              .withMaxNewAtoms(Integer.MAX_VALUE));

  private static final int ARGUMENT = 2;

  /**
   * The extent of verification: nothing, the checks of Erlang's {@code verify}, or the whole file.
   */
  private enum Verification {
    NONE("none"),
    AS_ERLANG("as Erlang"),
    WHOLE("whole");

    private final String text;

    Verification(String text) {
      this.text = text;
    }
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
   * Returns the meaning of an option list of {@code ets:file2tab/2}. Erlang's undocumented option
   * {@code table}, which deletes a table that it cannot load into, is not supported.
   *
   * @throws TableFileException if it contains anything else, or is no proper list
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
   * Refuses a file in which damage is found. Damage is a sequence of bytes that is no item or no
   * term. It is also a digest or number of objects that differs from those at the end of the file.
   * If the end has neither, the number is compared with that of the table when writing began. This
   * is the default, except for Erlang's options, which must request it. Without {@link
   * SaveOptions#withMd5sum} a changed byte inside the header or an object is not noticed. {@link
   * TabFile} documents the coverage of a digest.
   */
  public LoadOptions withVerification() {
    return new LoadOptions(Verification.WHOLE, backend, decoding);
  }

  /** Loads from a damaged file the objects that Erlang finds without {@code verify}. */
  public LoadOptions withoutVerification() {
    return new LoadOptions(Verification.NONE, backend, decoding);
  }

  /**
   * Sets the table's store, as {@link TableOptions#withBackend(Backend)}.
   *
   * @throws IllegalArgumentException when a table is loaded, if the store does not serve its type
   */
  public LoadOptions withBackend(Backend backend) {
    return new LoadOptions(verification, Objects.requireNonNull(backend, "backend"), decoding);
  }

  /**
   * Sets the limits of an object, for files from untrusted sources. An object beyond a limit counts
   * as damaged. By default the size of the file is the only limit. An object that is itself
   * compressed, which Erlang never writes, is limited to 256 MiB.
   */
  public LoadOptions withDecoding(DecodeOptions decoding) {
    return new LoadOptions(verification, backend, Objects.requireNonNull(decoding, "decoding"));
  }

  @Override
  public String toString() {
    return "LoadOptions[verification="
        + verification.text
        + ", backend="
        + (backend == null ? "default" : backend)
        + ", maxEncodedBytes="
        + decoding.maxEncodedBytes()
        + ", maxUncompressedBytes="
        + decoding.maxUncompressedBytes()
        + ", maxDepth="
        + decoding.maxDepth()
        + ", maxNewAtoms="
        + decoding.maxNewAtoms()
        + ", maxIntegerBytes="
        + decoding.maxIntegerBytes()
        + ", safe="
        + decoding.safe()
        + "]";
  }

  /** Returns whether damage is an error. */
  public boolean isVerifying() {
    return verification != Verification.NONE;
  }

  /** Returns whether this also verifies the parts that Erlang ignores. */
  public boolean isVerifyingAll() {
    return verification == Verification.WHOLE;
  }

  /** Returns the store; null for the one that the table's type has by default. */
  public @Nullable Backend backend() {
    return backend;
  }

  /** Returns the limits of an object. */
  public DecodeOptions decoding() {
    return decoding;
  }
}
