package org.jets.ets;

import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;

/** Functions on the objects of one key, or of a list of them. */
final class ObjectFunctions {
  private ObjectFunctions() {}

  static void addTo(ModuleFunctions functions) {
    functions
        .add("insert", 2, ObjectFunctions::insert)
        .add("insert_new", 2, call -> Atom.of(call.table().insertNew(call.argument(2))))
        .add("lookup", 2, call -> ListTerm.of(call.table().lookup(call.argument(2))))
        .add("member", 2, call -> Atom.of(call.table().member(call.argument(2))))
        .add("take", 2, call -> ListTerm.of(call.table().take(call.argument(2))))
        .add("delete", 2, ObjectFunctions::delete)
        .add("delete_object", 2, ObjectFunctions::deleteObject);
    functions
        .add("lookup_element", 3, ObjectFunctions::lookupElement)
        .add("lookup_element", 4, ObjectFunctions::lookupElementOrDefault)
        .add("update_counter", 3, ObjectFunctions::updateCounter)
        .add("update_counter", 4, ObjectFunctions::updateCounterOrDefault)
        .add("update_element", 3, ObjectFunctions::updateElement)
        .add("update_element", 4, ObjectFunctions::updateElementOrDefault);
  }

  private static Term insert(ModuleCall call) {
    call.table().insert(call.argument(2));
    return Atom.TRUE;
  }

  private static Term delete(ModuleCall call) {
    call.table().delete(call.argument(2));
    return Atom.TRUE;
  }

  private static Term deleteObject(ModuleCall call) {
    call.table().deleteObject(call.argument(2));
    return Atom.TRUE;
  }

  private static Term lookupElement(ModuleCall call) {
    return call.table().lookupElement(call.argument(2), call.argument(3));
  }

  private static Term lookupElementOrDefault(ModuleCall call) {
    return call.table().lookupElement(call.argument(2), call.argument(3), call.argument(4));
  }

  private static Term updateCounter(ModuleCall call) {
    return call.table().updateCounter(call.argument(2), call.argument(3));
  }

  private static Term updateCounterOrDefault(ModuleCall call) {
    return call.table().updateCounter(call.argument(2), call.argument(3), call.argument(4));
  }

  private static Term updateElement(ModuleCall call) {
    return Atom.of(call.table().updateElement(call.argument(2), call.argument(3)));
  }

  private static Term updateElementOrDefault(ModuleCall call) {
    return Atom.of(
        call.table().updateElement(call.argument(2), call.argument(3), call.argument(4)));
  }
}
