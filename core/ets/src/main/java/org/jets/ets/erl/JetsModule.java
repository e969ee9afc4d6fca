package org.jets.ets.erl;

import java.util.List;
import java.util.Set;
import org.jets.ets.EtsTable;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Functions on tables that Erlang's {@code ets} does not have, with terms as the only arguments and
 * results: the module {@code jets}. A table is a name or an identifier, as for {@link EtsModule}.
 * The errors are of the same kinds, and are thrown as {@link EtsCallException}s.
 *
 * <ul>
 *   <li>{@code lookup_all(Table, Keys) -> [Object]} is {@link EtsTable#lookupAll}.
 *   <li>{@code take_all(Table, Keys) -> [Object]} is {@link LocalTable#takeAll}.
 *   <li>{@code select_take(Table, MatchSpec, Limit) -> [Result]} is {@link LocalTable#selectTake}.
 *   <li>{@code select_replace_returning(Table, MatchSpec, Limit) -> [Object]} is {@link
 *       LocalTable#selectReplaceReturning}.
 *   <li>{@code compare_insert(Table, Expected, Object) -> boolean()} is {@link
 *       LocalTable#compareInsert}. {@code Expected} is a list as {@code ets:lookup} returns it.
 *   <li>{@code explain(Table, MatchSpec) -> Map} is {@link LocalTable#explain}. The key {@code
 *       plan} of the map has the value {@code nothing}, {@code lookup}, {@code range}, {@code
 *       index} or {@code scan}. The values of {@code keys} and {@code reason} are a list of
 *       binaries and a binary.
 *   <li>{@code add_index(Table, Name, On) -> true} is {@link LocalTable#addIndex} for a table made
 *       with the option <code>{indexes, true}</code>. {@code On} is <code>{element, Position}
 *       </code>, <code>{map_key, Position, Key}</code> or <code>{expression, Expression}</code>, or
 *       one of these in <code>{unique, On}</code>: see {@link org.jets.ets.index.Index}. The caller
 *       must be the owner, since each later write of the table evaluates the expression.
 *   <li>{@code drop_index(Table, Name) -> boolean()} is {@link LocalTable#dropIndex}, for the
 *       owner.
 *   <li>{@code indexes(Table) -> [{Name, On}]} is {@link LocalTable#indexes}.
 *   <li>{@code subscribe(Table, Options) -> Subscription} sends the {@linkplain
 *       LocalTable#changes() changes} of a table made with the option <code>{events, true}</code>
 *       to the caller, a process of another node. Each message is <code>
 *       {jets_event, Table, Subscription, Event}
 *       </code> with the table as in the call. An event is <code>{inserted | replaced | deleted,
 *       Key, Before, After}</code> with lists of objects, {@code cleared}, <code>{lost, N}</code>,
 *       or as the last one <code>{closed, deleted | access}</code>. Options are <code>{capacity, N}
 *       </code>, <code>{keys, Keys}</code>, and <code>{range, First, Last}</code> with both ends.
 *       The subscription ends with the process. At most 4,096 changes wait for it, 1,024 without
 *       the option, and 256 KiB of them; others are lost. The call fails with {@code system_limit}
 *       for more than 1,024 keys or 64 KiB of options, and while the heap is nearly full. So it
 *       does if there are too many subscriptions: of the processes of the caller's node 64, or with
 *       a heap below 1 GiB one for each 16 MiB and at least 8; of all nodes one for each 8 MiB and
 *       at least 16. Each also counts as a record of a process, which a node bounds. The call waits
 *       for writes of the table that are under way.
 *   <li>{@code unsubscribe(Subscription) -> boolean()} ends a subscription of the caller. It
 *       returns false if there is none. Messages that are under way may still arrive.
 * </ul>
 *
 * <p>These methods document meaning and costs. Safe for use by many threads.
 */
public final class JetsModule {
  private static final ModuleFunctions FUNCTIONS = functions();

  private JetsModule() {}

  private static ModuleFunctions functions() {
    ModuleFunctions functions = new ModuleFunctions(Atom.of("jets"), Set.of(Atom.of("subscribe")));
    JetsFunctions.addTo(functions);
    return functions;
  }

  /**
   * Calls a function.
   *
   * @param caller the owner whose rights the call has
   * @param function the name, such as {@code take_all}
   * @param arguments its arguments
   * @throws EtsCallException for a wrong argument, a lack of rights or of room; {@code undef} if
   *     there is no such function
   */
  public static Term apply(Owner caller, Atom function, List<? extends Term> arguments) {
    return FUNCTIONS.apply(caller, function, arguments);
  }

  /**
   * As {@link #apply(Owner, Atom, List)}, for a process that is known to the node that the space
   * has {@linkplain TableSpace#join joined}.
   *
   * @throws EtsCallException as that method
   */
  public static Term apply(
      TableSpace space, Pid caller, Atom function, List<? extends Term> arguments) {
    return FUNCTIONS.apply(space, caller, function, arguments);
  }

  /** Returns <code>{Name, Arity}</code> of all functions, in no particular order. */
  public static List<Tuple> exports() {
    return FUNCTIONS.exports();
  }
}
