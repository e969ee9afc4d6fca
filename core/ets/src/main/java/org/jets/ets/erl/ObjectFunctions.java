package org.jets.ets.erl;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.argument.Positions;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Functions on the objects of one key, or of a list of them. */
final class ObjectFunctions {
  private static final String OBJECTS = "a tuple or a list of tuples";

  private ObjectFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("insert", 2, ObjectFunctions::insert)
        .add("insert_new", 2, ObjectFunctions::insertNew)
        .add("lookup", 2, call -> ListTerm.of(call.table().lookup(call.argument(2))))
        .add("member", 2, call -> Atom.of(call.table().member(call.argument(2))))
        .add("take", 2, call -> ListTerm.of(call.table().take(call.argument(2))))
        .add("delete", 2, ObjectFunctions::delete)
        .add("delete_object", 2, ObjectFunctions::deleteObject);
    functions
        .add("lookup_element", 3, ObjectFunctions::lookupElement)
        .add("lookup_element", 4, ObjectFunctions::lookupElementOrDefault)
        .add("update_counter", 3, call -> updateCounter(call, null))
        .add("update_counter", 4, call -> updateCounter(call, call.argument(4)))
        .add("update_element", 3, call -> updateElement(call, null))
        .add("update_element", 4, call -> updateElement(call, call.argument(4)));
  }

  private static Term insert(ModuleCall call) {
    LocalTable table = call.writable();
    if (call.argument(2) instanceof Tuple object) {
      table.insert(object);
    } else {
      table.insert(objects(call.argument(2), OBJECTS));
    }
    return Atom.TRUE;
  }

  private static Term insertNew(ModuleCall call) {
    LocalTable table = call.writable();
    return Atom.of(
        call.argument(2) instanceof Tuple object
            ? table.insertNew(object)
            : table.insertNew(objects(call.argument(2), OBJECTS)));
  }

  /**
   * Returns the objects of a list in the second argument.
   *
   * @param expected the arguments that are allowed, for the message
   */
  static List<Tuple> objects(Term term, String expected) {
    if (!(term instanceof ListTerm list) || !list.isProper()) {
      throw BadArgumentException.of(2, "objects", term, expected);
    }
    List<Tuple> objects = new ArrayList<>(list.size());
    PauseCounter pauses = new PauseCounter();
    for (Term element : list) {
      pauses.step();
      objects.add(object(2, element));
    }
    return objects;
  }

  /** Returns an object in an argument. */
  static Tuple object(int argument, Term term) {
    if (!(term instanceof Tuple object)) {
      throw BadArgumentException.of(argument, "object", term, "a tuple");
    }
    return object;
  }

  private static Term delete(ModuleCall call) {
    call.table().delete(call.argument(2));
    return Atom.TRUE;
  }

  private static Term deleteObject(ModuleCall call) {
    call.writable().deleteObject(object(2, call.argument(2)));
    return Atom.TRUE;
  }

  private static Term lookupElement(ModuleCall call) {
    return call.readable().lookupElement(call.argument(2), position(call.argument(3)));
  }

  private static Term lookupElementOrDefault(ModuleCall call) {
    return call.readable()
        .lookupElement(call.argument(2), position(call.argument(3)), call.argument(4));
  }

  private static int position(Term position) {
    if (!Positions.isPosition(position)) {
      throw BadArgumentException.of(3, "position", position, "an integer >= 1, of one word");
    }
    return Positions.clamp((IntegerTerm) position);
  }

  private static Term updateCounter(ModuleCall call, @Nullable Term defaultObject) {
    return ModuleCall.termTable(call.table())
        .updateCounter(call.argument(2), call.argument(3), defaultObject);
  }

  private static Term updateElement(ModuleCall call, @Nullable Term defaultObject) {
    return Atom.of(
        ModuleCall.termTable(call.table())
            .updateElement(call.argument(2), call.argument(3), defaultObject));
  }
}
