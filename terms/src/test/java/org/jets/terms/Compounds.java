package org.jets.terms;

import java.util.ArrayList;
import java.util.List;

/** Helpers that take compound terms apart and rebuild them. */
final class Compounds {

  private Compounds() {}

  /**
   * Returns the terms of a {@link ChildCursor}. For a map, these are the keys and then the values.
   */
  static List<Term> children(Term compound) {
    List<Term> children = new ArrayList<>();
    for (ChildCursor each = ChildCursor.of(compound); each.hasNext(); ) {
      children.add(each.next());
    }
    return children;
  }

  /**
   * Returns a copy of a compound term with other children. For a tuple, their number may differ. If
   * two keys of a map become one, the map gets smaller.
   */
  static Term withChildren(Term compound, List<Term> children) {
    if (compound instanceof Tuple) {
      return Tuple.of(children);
    }
    if (compound instanceof ListTerm list) {
      return list.isProper()
          ? ListTerm.of(children)
          : ListTerm.improper(children.subList(0, list.size()), children.get(list.size()));
    }
    if (compound instanceof MapTerm map) {
      Term[] keysAndValues = new Term[children.size()];
      for (int i = 0; i < map.size(); i++) {
        keysAndValues[2 * i] = children.get(i);
        keysAndValues[2 * i + 1] = children.get(map.size() + i);
      }
      return MapTerm.of(keysAndValues);
    }
    if (compound instanceof RecordTerm record) {
      return RecordTerm.of(
          record.module(), record.name(), record.isExported(), record.fieldNames(), children);
    }
    LocalFun fun = (LocalFun) compound;
    return like(fun, fun.pid(), children);
  }

  /** Returns a fun that differs from another only in the process that made it. */
  static LocalFun withPid(LocalFun fun, Pid pid) {
    return like(fun, pid, children(fun));
  }

  private static LocalFun like(LocalFun fun, Pid pid, List<Term> free) {
    return LocalFun.of(
        fun.module(),
        fun.arity(),
        fun.uniq(),
        fun.index(),
        fun.oldIndex(),
        fun.oldUniq(),
        pid,
        free);
  }
}
