package org.jets.node.process;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a node, by pid, by name and by alias, and the source of their identifiers. Safe
 * for use by many threads; lookups take no lock.
 */
public final class ProcessTable {
  /** The number of bits of the first word of a reference that all releases use. */
  private static final int FIRST_WORD_BITS = 18;

  private final Atom node;
  private final int creation;
  private final ConcurrentMap<Pid, LocalProcess> processes = new ConcurrentHashMap<>();
  private final ConcurrentMap<Atom, LocalProcess> names = new ConcurrentHashMap<>();
  private final ConcurrentMap<Reference, LocalProcess> aliases = new ConcurrentHashMap<>();
  private final AtomicLong lastPid = new AtomicLong();
  private final AtomicLong lastReference = new AtomicLong();

  /** Distinguishes these references from those of tables. */
  private final int lastWord = new SecureRandom().nextInt();

  /** Creates the table of a node. */
  public ProcessTable(Atom node, int creation) {
    this.node = node;
    this.creation = creation;
  }

  /** Returns the name of the node. */
  public Atom node() {
    return node;
  }

  /** Returns which incarnation of the node this is, unsigned. */
  public int creation() {
    return creation;
  }

  /** Returns a pid that no process has had. */
  public Pid newPid() {
    long number = lastPid.incrementAndGet();
    return Pid.of(node, (int) number, (int) (number >>> Integer.SIZE), creation);
  }

  /** Returns a reference that has not been returned before. */
  public Reference newReference() {
    long number = lastReference.incrementAndGet();
    return Reference.of(
        node,
        creation,
        (int) number & ((1 << FIRST_WORD_BITS) - 1),
        (int) (number >>> FIRST_WORD_BITS),
        lastWord);
  }

  /** Returns true if this node has made a reference in its current incarnation. */
  public boolean hasMade(Reference reference) {
    return reference.node() == node && reference.creation() == creation;
  }

  /** Returns true if messages can be sent to a reference. */
  public boolean isAlias(Reference reference) {
    return aliases.containsKey(reference);
  }

  /** Returns a process that has not ended. */
  public @Nullable LocalProcess find(Pid pid) {
    return processes.get(pid);
  }

  /** Returns the process that is registered by a name. */
  public @Nullable LocalProcess named(Atom name) {
    return names.get(name);
  }

  /** Returns the processes, in no order. Not a snapshot. */
  public Collection<LocalProcess> processes() {
    return Collections.unmodifiableCollection(processes.values());
  }

  /** Returns the number of processes. */
  public int size() {
    return processes.size();
  }

  @Nullable LocalProcess aliased(Reference alias) {
    return aliases.get(alias);
  }

  /** Ends all processes. */
  public void endAll(Atom reason) {
    for (LocalProcess process : processes.values()) {
      process.end(reason, false);
    }
  }

  void add(LocalProcess process) {
    processes.put(process.pid(), process);
  }

  void remove(LocalProcess process) {
    processes.remove(process.pid());
  }

  boolean addName(Atom name, LocalProcess process) {
    return names.putIfAbsent(name, process) == null;
  }

  void removeName(Atom name, LocalProcess process) {
    names.remove(name, process);
  }

  void addAlias(Reference alias, LocalProcess process) {
    aliases.put(alias, process);
  }

  void removeAlias(Reference alias) {
    aliases.remove(alias);
  }
}
