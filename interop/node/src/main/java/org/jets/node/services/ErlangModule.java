package org.jets.node.services;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntPredicate;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.jobs.JobThread;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.DecodeOptions;
import org.jets.terms.EncodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Phash2;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** The functions of Erlang's module {@code erlang} that a node offers to others. */
public final class ErlangModule {
  private static final Atom COMPRESSED = Atom.of("compressed");
  private static final Atom MINOR_VERSION = Atom.of("minor_version");
  private static final Atom DETERMINISTIC = Atom.of("deterministic");
  private static final Atom SAFE = Atom.of("safe");
  private static final Atom USED = Atom.of("used");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  /** The byte after the version if a term is compressed. */
  private static final int COMPRESSED_TAG = 80;

  private ErlangModule() {}

  /**
   * Creates the module.
   *
   * @param facts the facts about this JVM
   * @param modules those whose functions are exported
   * @param decoded the budget for compressed terms
   */
  public static ExposedModule of(RuntimeFacts facts, ModuleTable modules, DecodeBudget decoded) {
    ProcessTable table = facts.table();
    FunctionTable functions =
        new FunctionTable()
            .with("node", 0, call -> table.node())
            .with("system_info", 1, call -> SystemInfo.of(call, facts))
            .with("memory", 0, call -> facts.memory())
            .with("memory", 1, facts::memory)
            .with("statistics", 1, facts::statistics)
            .with("function_exported", 3, call -> isExported(call, modules))
            .with("phash2", 1, call -> IntegerTerm.of(Phash2.of(argument(call, 1))))
            .with("phash2", 2, ErlangModule::phash2)
            .with("term_to_binary", 1, call -> encode(call, EncodeOptions.defaults()))
            .with("term_to_binary", 2, call -> encode(call, encodeOptions(call)))
            .with("binary_to_term", 1, call -> decode(call, decoded, false, false))
            .with("binary_to_term", 2, call -> decodeWithOptions(call, decoded))
            .with("=:=", 2, call -> Atom.of(isSame(call)))
            .with("=/=", 2, call -> Atom.of(!isSame(call)));
    addComparison(functions, "<", sign -> sign < 0);
    addComparison(functions, "=<", sign -> sign <= 0);
    addComparison(functions, ">", sign -> sign > 0);
    addComparison(functions, ">=", sign -> sign >= 0);
    addComparison(functions, "==", sign -> sign == 0);
    addComparison(functions, "/=", sign -> sign != 0);
    return functions;
  }

  private static Term isExported(IncomingCall call, ModuleTable modules) throws ErlangException {
    if (!(argument(call, 1) instanceof Atom module)
        || !(argument(call, 2) instanceof Atom function)
        || !(argument(call, 3) instanceof IntegerTerm arity)
        || !arity.fitsInt()
        || arity.intValue() < 0) {
      throw FunctionErrors.badarg(call);
    }
    return Atom.of(modules.isExported(module, function, arity.intValue()));
  }

  private static void addComparison(FunctionTable functions, String name, IntPredicate holds) {
    functions.with(
        name,
        2,
        call ->
            Atom.of(
                holds.test(
                    TermOrder.STANDARD.comparePausing(argument(call, 1), argument(call, 2)))));
  }

  /** Returns an argument. Positions count from 1, as in Erlang. */
  private static Term argument(IncomingCall call, int position) {
    return call.arguments().get(position - 1);
  }

  private static Term phash2(IncomingCall call) throws ErlangException {
    if (!(argument(call, 2) instanceof IntegerTerm range)
        || !range.fitsLong()
        || range.longValue() < 1
        || range.longValue() > Phash2.MAX_RANGE) {
      throw FunctionErrors.badarg(call);
    }
    return IntegerTerm.of(Phash2.of(argument(call, 1), range.longValue()));
  }

  private static Term encode(IncomingCall call, EncodeOptions options) {
    return Binary.of(ExternalTermFormat.encode(argument(call, 1), options));
  }

  private static EncodeOptions encodeOptions(IncomingCall call) throws ErlangException {
    EncodeOptions options = EncodeOptions.defaults();
    for (Term option : optionList(call)) {
      if (option == COMPRESSED) {
        options = options.withCompression(EncodeOptions.DEFAULT_COMPRESSION);
      } else if (option == DETERMINISTIC) {
        options = options.withDeterministic(true);
      } else if (option instanceof Tuple pair
          && pair.arity() == 2
          && pair.element(2) instanceof IntegerTerm value
          && value.fitsInt()) {
        options = numbered(call, options, pair.element(1), value.intValue());
      } else {
        throw FunctionErrors.badarg(call);
      }
    }
    return options;
  }

  private static EncodeOptions numbered(
      IncomingCall call, EncodeOptions options, Term name, int value) throws ErlangException {
    try {
      if (name == COMPRESSED) {
        return options.withCompression(value);
      }
      if (name == MINOR_VERSION) {
        return options.withMinorVersion(value);
      }
    } catch (IllegalArgumentException e) {
      throw FunctionErrors.badarg(call);
    }
    throw FunctionErrors.badarg(call);
  }

  private static List<Term> optionList(IncomingCall call) throws ErlangException {
    if (!(argument(call, 2) instanceof ListTerm options) || !options.isProper()) {
      throw FunctionErrors.badOption(call);
    }
    return options.toList();
  }

  private static Term decodeWithOptions(IncomingCall call, DecodeBudget decoded)
      throws ErlangException {
    boolean isSafe = false;
    boolean tellsUsed = false;
    for (Term option : optionList(call)) {
      if (option == SAFE) {
        isSafe = true;
      } else if (option == USED) {
        tellsUsed = true;
      } else {
        throw FunctionErrors.badOption(call);
      }
    }
    return decode(call, decoded, isSafe, tellsUsed);
  }

  /** Decodes a term. Bytes after the term are ignored, as in Erlang. */
  private static Term decode(
      IncomingCall call, DecodeBudget decoded, boolean isSafe, boolean tellsUsed)
      throws ErlangException {
    if (!(argument(call, 1) instanceof Binary binary)) {
      throw FunctionErrors.badarg(call);
    }
    ByteBuffer bytes = binary.asReadOnlyBuffer();
    int uncompressed = uncompressedBytes(bytes);
    if (!decoded.take(uncompressed)) {
      JobThread.refused(
          "bytes of compressed terms (withUncompressedBytes)",
          "<= " + decoded.ofOne() + " for one call, or fewer calls at a time");
      throw ErlangException.error(SYSTEM_LIMIT);
    }
    try {
      int start = bytes.position();
      DecodeOptions options =
          DecodeOptions.defaults().withSafe(isSafe).withMaxUncompressedBytes(decoded.ofOne());
      Term term = ExternalTermFormat.decode(bytes, options);
      return tellsUsed ? Tuple.of(term, IntegerTerm.of(bytes.position() - start)) : term;
    } catch (TermFormatException e) {
      throw FunctionErrors.badarg(call);
    } finally {
      decoded.giveBack(uncompressed);
    }
  }

  /** Returns the declared number of uncompressed bytes of a binary; 0 if it is not compressed. */
  private static int uncompressedBytes(ByteBuffer bytes) {
    int at = bytes.position();
    if (bytes.remaining() < 2 + Integer.BYTES || (bytes.get(at + 1) & 0xff) != COMPRESSED_TAG) {
      return 0;
    }
    int count = bytes.duplicate().order(ByteOrder.BIG_ENDIAN).getInt(at + 2);
    return count < 0 ? Integer.MAX_VALUE : count;
  }

  /** Compares two terms. The exact order agrees with equality, and can be cancelled. */
  private static boolean isSame(IncomingCall call) {
    return TermOrder.EXACT.comparePausing(argument(call, 1), argument(call, 2)) == 0;
  }
}
