package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The modules that other nodes may call: nothing else of this JVM can be reached by a name that
 * comes from another node. Safe for use by many threads.
 */
final class ModuleTable {
  private static final Logger LOGGER = System.getLogger(ModuleTable.class.getName());
  private static final Atom JAVA_EXCEPTION = Atom.of("java_exception");

  private final ConcurrentMap<Atom, ExposedModule> modules = new ConcurrentHashMap<>();

  /** Lets a module be called; instead of the one that had the name, if there was one. */
  void expose(Atom name, ExposedModule module) {
    modules.put(name, module);
  }

  /**
   * Calls a function.
   *
   * @throws ErlangException what it throws; {@code undef} if there is no such module; and {@code
   *     error:{java_exception, Text}} for any other exception, which is logged
   */
  Term call(RemoteCall call) throws ErlangException, InterruptedException {
    ExposedModule module = modules.get(call.module());
    if (module == null) {
      throw ErlangException.undefined(call);
    }
    try {
      return module.call(call);
    } catch (RuntimeException | Error e) {
      LOGGER.log(
          Level.WARNING,
          call.module() + ":" + call.function() + "/" + call.arguments().size() + " failed",
          e);
      throw ErlangException.error(Tuple.of(JAVA_EXCEPTION, Binary.of(e.toString())));
    }
  }
}
