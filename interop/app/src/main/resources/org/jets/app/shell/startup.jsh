// What ./jets shell begins with, after JShell's own imports.
import org.jets.ets.*;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.*;

Term term(String text) {
  return TermParser.parse(text);
}

Tuple tuple(String text) {
  return (Tuple) TermParser.parse(text);
}

Owner owner = TableSpace.defaultSpace().newOwner();
LocalTable stock = owner.newTable("stock", TableOptions.orderedSet().withPublicAccess());
LocalTable orders = owner.newTable("orders", TableOptions.bag().withPublicAccess());
stock.insert(List.of(tuple("{apple, 3}"), tuple("{lemon, 5}"), tuple("{pear, 7}")));
orders.insert(List.of(tuple("{ann, apple, 2}"), tuple("{ann, pear, 1}"), tuple("{bob, lemon, 4}")));
