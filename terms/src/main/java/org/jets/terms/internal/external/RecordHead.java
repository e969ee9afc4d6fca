package org.jets.terms.internal.external;

import org.jets.terms.Atom;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;

/** The parts of a native record before its values, as a reader has found them. */
public final class RecordHead {
  private static final TermAccess TERMS = TermAccess.installed();

  private final Atom module;
  private final Atom name;
  private final boolean exported;
  private final Atom[] fields;

  private RecordHead(Atom module, Atom name, boolean exported, Atom[] fields) {
    this.module = module;
    this.name = name;
    this.exported = exported;
    this.fields = fields;
  }

  /**
   * Makes the head of a record, and throws if it cannot be that of one.
   *
   * @param at the start of the record
   * @param flags 1 if exported and else 0
   * @param fields the names, which the caller hands over
   */
  public static RecordHead of(
      TermInput reader, int at, Atom module, Atom name, int flags, Atom[] fields) {
    if (flags > 1) {
      throw reader.corrupt(at, "a record with the flags " + flags + " (expected: 0 or 1)");
    }
    if (TERMS.hasDuplicate(fields)) {
      throw reader.corrupt(at, "a record with a field that occurs twice");
    }
    return new RecordHead(module, name, flags == 1, fields);
  }

  /** Returns the record with values, which are handed over. */
  public RecordTerm with(Term[] values) {
    return TERMS.record(module, name, exported, fields, values);
  }
}
