// What ./jets shell begins with, after JShell's own imports.
import org.jets.ets.*;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.*;

Term term(String text) {
  return TermParser.parse(text);
}

// Not tuple, which would hide Match.tuple.
Tuple row(String text) {
  return (Tuple) TermParser.parse(text);
}

Owner owner = TableSpace.defaultSpace().newOwner();
LocalTable stock = owner.newTable("stock", TableOptions.orderedSet().withPublicAccess());
LocalTable orders = owner.newTable("orders", TableOptions.bag().withPublicAccess());
stock.insert(List.of(row("{apple, 3}"), row("{lemon, 5}"), row("{pear, 7}")));
orders.insert(List.of(row("{ann, apple, 2}"), row("{ann, pear, 1}"), row("{bob, lemon, 4}")));
