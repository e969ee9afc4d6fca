package org.jets.ets.erl;

import org.jets.ets.EtsException;
import org.jets.terms.Term;

/** A function of a module, which is called with the right number of arguments. */
@FunctionalInterface
interface ModuleFunction {
  /** Calls it; an {@link EtsException} is an error of this function. */
  Term call(ModuleCall call);
}
