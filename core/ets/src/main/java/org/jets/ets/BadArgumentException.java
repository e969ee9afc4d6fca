package org.jets.ets;

import java.util.function.Supplier;
import org.jets.ets.argument.ValueText;
import org.jspecify.annotations.Nullable;

/** The error for a wrong argument other than the table or the key. */
public final class BadArgumentException extends EtsException {
  private static final long serialVersionUID = 1;

  private final boolean isOfRights;

  private BadArgumentException(Supplier<String> text, int argument, @Nullable String erlangCause) {
    this(text, argument, erlangCause, false);
  }

  private BadArgumentException(
      Supplier<String> text, int argument, @Nullable String erlangCause, boolean isOfRights) {
    super(text, argument, erlangCause);
    this.isOfRights = isOfRights;
  }

  @Override
  boolean isOfRights() {
    return isOfRights;
  }

  /**
   * Returns an error for which Erlang names no cause.
   *
   * @param argument the position of the argument in Erlang's function, from 1
   * @param name the name of the argument, as the message shows it
   * @param value the argument
   * @param expected the expected value
   */
  public static BadArgumentException of(int argument, String name, Object value, String expected) {
    return new BadArgumentException(text(name, value, expected), argument, null);
  }

  /** Returns the error for an operation on the key's own position. */
  static BadArgumentException keypos(int argument, String name, Object value) {
    return new BadArgumentException(
        text(name, value, "another position than that of the key"), argument, "keypos");
  }

  /** Returns the error for a position outside the object. */
  static BadArgumentException position(int argument, Object value, int arity) {
    return new BadArgumentException(text("position", value, "1.." + arity), argument, "position");
  }

  /** Returns the error for a default object that is no tuple or is too short for the key. */
  static BadArgumentException defaultObject(Object value, String expected) {
    return new BadArgumentException(text("default object", value, expected), 4, "default");
  }

  /** Returns the error for a name that another table has. */
  static BadArgumentException alreadyExists(Object name) {
    return new BadArgumentException(
        text("name", name, "one that no other table has"), 1, "already_exists");
  }

  /** Returns the error for a term that is neither the name nor the identifier of a table. */
  public static BadArgumentException notATable(Object value, String expected) {
    return new BadArgumentException(text("table", value, expected), 1, "type");
  }

  /** Returns the error for a caller that gives away a table of another owner. */
  static BadArgumentException notOwner(Object caller) {
    return notOwner(caller, "not_owner");
  }

  /** Returns the error for a caller that changes the properties of a table of another owner. */
  static BadArgumentException notOwnerOfState(Object caller) {
    return notOwner(caller, null);
  }

  private static BadArgumentException notOwner(Object caller, @Nullable String erlangCause) {
    return new BadArgumentException(
        text("caller", caller, "the table's owner"), 2, erlangCause, true);
  }

  /** Returns the error for a receiver that already is the owner. */
  static BadArgumentException isOwner(Object pid) {
    return new BadArgumentException(text("pid", pid, "another than the table's owner"), 2, "owner");
  }

  /**
   * Returns an error that was reported by the node of the table.
   *
   * @param text the text about the argument
   * @param erlangCause null if Erlang names no cause
   */
  public static BadArgumentException told(
      int argument, Object value, String text, @Nullable String erlangCause) {
    return new BadArgumentException(
        () -> "argument " + argument + ": " + ValueText.of(value) + " (" + text + ")",
        argument,
        erlangCause);
  }

  private static Supplier<String> text(String name, Object value, String expected) {
    return () -> name + ": " + ValueText.of(value) + " (expected: " + expected + ")";
  }
}
