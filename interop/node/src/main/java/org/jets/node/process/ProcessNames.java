package org.jets.node.process;

import java.util.HashSet;
import java.util.Set;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The names and aliases by which a process is found besides its pid. Guarded by the lock of the
 * process.
 */
final class ProcessNames {
  private final ProcessTable table;
  private @Nullable Atom name;
  private @Nullable Set<Reference> aliases;

  ProcessNames(ProcessTable table) {
    this.table = table;
  }

  @Nullable Atom name() {
    return name;
  }

  /**
   * Registers the process.
   *
   * @throws IllegalArgumentException if another process has the name, or this has one
   */
  void register(Atom newName, LocalProcess process) {
    if (name != null) {
      throw new IllegalArgumentException(
          "name: " + newName + " (expected: none, it is registered as " + name + ")");
    }
    if (!table.addName(newName, process)) {
      throw new IllegalArgumentException(
          "name: " + newName + " (expected: one that is not registered)");
    }
    name = newName;
  }

  /** Removes the registered name; false if there is none. */
  boolean unregister(LocalProcess process) {
    if (name == null) {
      return false;
    }
    table.removeName(name, process);
    name = null;
    return true;
  }

  void addAlias(Reference alias, LocalProcess process) {
    if (aliases == null) {
      aliases = new HashSet<>();
    }
    aliases.add(alias);
    table.addAlias(alias, process);
  }

  /** Removes an alias; false if it is none of the process. */
  boolean removeAlias(Reference alias) {
    boolean removed = aliases != null && aliases.remove(alias);
    if (removed) {
      table.removeAlias(alias);
    }
    return removed;
  }

  /** Removes the name and all aliases. */
  void clear(LocalProcess process) {
    unregister(process);
    if (aliases != null) {
      for (Reference alias : aliases) {
        table.removeAlias(alias);
      }
      aliases = null;
    }
  }
}
