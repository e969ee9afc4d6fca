package org.jets.node.services;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.erl.EtsModule;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobThread;
import org.jets.node.jobs.ObserverSlot;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The modules that other nodes may call. No other code of this JVM is reachable by a name from
 * another node. Safe for use by many threads.
 */
public final class ModuleTable {
  private static final Atom JAVA_EXCEPTION = Atom.of("java_exception");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  private final ConcurrentMap<Atom, ExposedModule> modules = new ConcurrentHashMap<>();

  /** The modules of the node itself. */
  private final Set<Atom> offered = ConcurrentHashMap.newKeySet();

  private final RateLimitedLog log;
  private final ObserverSlot observer;

  /**
   * Creates a table without modules.
   *
   * @param log told of functions that fail
   * @param observer told of calls
   */
  public ModuleTable(RateLimitedLog log, ObserverSlot observer) {
    this.log = log;
    this.observer = observer;
  }

  /** Adds a module of the node itself, which {@link #expose} does not replace. */
  public void offer(Atom name, ExposedModule module) {
    offered.add(name);
    modules.put(name, module);
  }

  /**
   * Lets other nodes call a module. Replaces the module that had the name, if there was one.
   *
   * @throws IllegalArgumentException if the name is that of a module of the node itself
   */
  public void expose(Atom name, ExposedModule module) {
    if (offered.contains(name)) {
      throw new IllegalArgumentException(
          "module: " + name + " is the node's own (expected: another name, or replaceModule)");
    }
    modules.put(name, module);
  }

  /**
   * Replaces a module of the node itself.
   *
   * @throws IllegalArgumentException if the node has no such module
   */
  public void replace(Atom name, ExposedModule module) {
    if (!offered.contains(name)) {
      throw new IllegalArgumentException("module: " + name + " (expected: one of " + offered + ")");
    }
    modules.put(name, module);
  }

  /** Returns whether other nodes may call a module. */
  boolean contains(Atom name) {
    return modules.containsKey(name);
  }

  /** Returns whether a module is the node's own, and not one of a program. */
  boolean isOwn(Atom name) {
    return modules.get(name) instanceof FunctionTable;
  }

  /**
   * Returns whether a module of the node itself has a function. The functions of a module of a
   * program are not known before they are called: the answer for these is false.
   */
  boolean isExported(Atom name, Atom function, int arity) {
    ExposedModule module = modules.get(name);
    if (module instanceof EtsService) {
      return EtsModule.exports().contains(Tuple.of(function, IntegerTerm.of(arity)));
    }
    return module instanceof FunctionTable table && table.contains(function, arity);
  }

  /**
   * Calls a function.
   *
   * @throws ErlangException the exception of the function; {@code undef} if there is no such
   *     module; {@code error:{java_exception, Text}} for any other exception, which is logged;
   *     {@code system_limit} if there is too little memory for the function
   */
  Term call(IncomingCall call) throws ErlangException, InterruptedException {
    Runnable end = observer.callBegins(call);
    try {
      ExposedModule module = modules.get(call.module());
      if (module == null) {
        throw ErlangException.undefined(call);
      }
      return module.call(call);
    } catch (CancellationException e) {
      if (Thread.currentThread() instanceof JobThread thread && thread.isEnding()) {
        Thread.interrupted();
        throw (InterruptedException) new InterruptedException("called off").initCause(e);
      }
      throw failed(call, e);
    } catch (OutOfMemoryError e) {
      // The job releases what it holds, and other jobs go on.
      JobThread.refused("memory (-Xmx)", "enough for " + call.module());
      throw ErlangException.error(SYSTEM_LIMIT);
    } catch (RuntimeException | Error e) {
      throw failed(call, e);
    } finally {
      end.run();
    }
  }

  private ErlangException failed(IncomingCall call, Throwable e) {
    log.log(
        RateLimitedLog.Kind.FUNCTION,
        Level.WARNING,
        call.module() + ":" + call.function() + "/" + call.arguments().size() + " failed",
        e);
    return ErlangException.error(Tuple.of(JAVA_EXCEPTION, Binary.of(e.toString())));
  }
}
