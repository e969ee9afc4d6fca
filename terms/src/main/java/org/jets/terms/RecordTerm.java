package org.jets.terms;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang native record, the type that came with OTP 29: {@code #module:name{field = value,
 * ...}}. A traditional record, made with {@code -record(name, {...})}, is a {@link Tuple}.
 *
 * <p>A record consists of the name of its module, its own name, its visibility, and its fields in
 * the order of declaration. The visibility says whether the module exported the definition when the
 * record was made. Two records are equal if all these parts are equal, the order of fields
 * included.
 *
 * <p>In Erlang, records are made from the definitions of loaded modules. Here any record can be
 * made: a node accepts it, whether it knows such a definition or not.
 *
 * <p>Memory: 24 bytes, and an array of one reference a field. Records that {@link #with} derives
 * from one another share their definition: 32 bytes, and another such array.
 *
 * @see <a href="https://www.erlang.org/eeps/eep-0079">EEP 79: Native records</a>
 */
public final class RecordTerm implements Term {
  private final RecordDefinition definition;
  private final Term[] values;

  private RecordTerm(RecordDefinition definition, Term[] values) {
    this.definition = definition;
    this.values = values;
  }

  /**
   * Returns the record of these fields (copied), in the order in which the map iterates.
   *
   * @param exported whether the module exports the definition
   */
  public static RecordTerm of(
      Atom module, Atom name, boolean exported, Map<Atom, ? extends Term> fields) {
    Atom[] names = new Atom[Objects.requireNonNull(fields, "fields").size()];
    Term[] values = new Term[names.length];
    int i = 0;
    for (Map.Entry<Atom, ? extends Term> field : fields.entrySet()) {
      names[i] = field.getKey();
      values[i++] = field.getValue();
    }
    return checked(module, name, exported, names, values);
  }

  /**
   * Returns the record of these fields and their values (both copied).
   *
   * @param exported whether the module exports the definition
   * @throws IllegalArgumentException if a field occurs twice, or the numbers of fields and values
   *     differ
   */
  public static RecordTerm of(
      Atom module,
      Atom name,
      boolean exported,
      List<Atom> fieldNames,
      List<? extends Term> values) {
    return checked(
        module,
        name,
        exported,
        Objects.requireNonNull(fieldNames, "fieldNames").toArray(new Atom[0]),
        Objects.requireNonNull(values, "values").toArray(new Term[0]));
  }

  private static RecordTerm checked(
      Atom module, Atom name, boolean exported, Atom[] fieldNames, Term[] values) {
    Objects.requireNonNull(module, "module");
    Objects.requireNonNull(name, "name");
    if (fieldNames.length != values.length) {
      throw new IllegalArgumentException(
          "values: "
              + values.length
              + " (expected: one for each of "
              + fieldNames.length
              + " fields)");
    }
    for (int i = 0; i < values.length; i++) {
      if (fieldNames[i] == null || values[i] == null) {
        throw new NullPointerException(
            (fieldNames[i] == null ? "fieldNames[" : "values[") + i + "]");
      }
    }
    Atom duplicate = RecordDefinition.duplicate(fieldNames);
    if (duplicate != null) {
      throw new IllegalArgumentException("field: " + duplicate + " occurs twice");
    }
    return new RecordTerm(new RecordDefinition(module, name, exported, fieldNames), values);
  }

  /** Returns the record of these values, one for each field. The caller hands over the array. */
  static RecordTerm wrap(RecordDefinition definition, Term[] values) {
    return new RecordTerm(definition, values);
  }

  RecordDefinition definition() {
    return definition;
  }

  /** Returns the module that defines this record: {@code records:get_module/1}. */
  public Atom module() {
    return definition.module;
  }

  /** Returns the name: {@code records:get_name/1}. */
  public Atom name() {
    return definition.name;
  }

  /** Returns whether the module exported the definition: {@code records:is_exported/1}. */
  public boolean isExported() {
    return definition.exported;
  }

  /** Returns the number of fields. */
  public int size() {
    return values.length;
  }

  /** Returns an unmodifiable view of the fields as declared: {@code records:get_field_names/1}. */
  public List<Atom> fieldNames() {
    return Collections.unmodifiableList(Arrays.asList(definition.fields));
  }

  /** Returns an unmodifiable view of the values, in the order of the fields. */
  public List<Term> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /**
   * Returns the name of a field.
   *
   * @param index from 0, in the order in which they were declared
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public Atom fieldName(int index) {
    return definition.fields[Objects.checkIndex(index, values.length)];
  }

  /**
   * Returns the value of a field.
   *
   * @param index from 0, in the order in which they were declared
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public Term value(int index) {
    return values[Objects.checkIndex(index, values.length)];
  }

  /**
   * Returns the value of a field, {@code records:get/2}, or null if there is no such field. Linear
   * in the number of fields.
   */
  public @Nullable Term get(Atom field) {
    int index = definition.indexOf(Objects.requireNonNull(field, "field"));
    return index < 0 ? null : values[index];
  }

  /**
   * Returns a record that differs in the value of a field: {@code Record#_{Field = Value}}. Linear
   * in the number of fields.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  public RecordTerm with(Atom field, Term value) {
    int index = definition.indexOf(Objects.requireNonNull(field, "field"));
    Objects.requireNonNull(value, "value");
    if (index < 0) {
      throw new IllegalArgumentException(
          "field: " + field + " (expected: one of " + fieldNames() + ")");
    }
    Term[] changed = values.clone();
    changed[index] = value;
    return new RecordTerm(definition, changed);
  }

  /** Returns the fields and their values as an unmodifiable map that iterates as declared. */
  public Map<Atom, Term> toMap() {
    Map<Atom, Term> map = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      map.put(definition.fields[i], values[i]);
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof RecordTerm that && TermEquality.equal(this, that));
  }

  @Override
  public int hashCode() {
    return TermHash.ofCompound(this);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
