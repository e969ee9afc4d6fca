package org.jets.observe.page;

import java.util.Locale;
import org.jets.observe.TableOrder;

/**
 * The part of the tables that a browser wants to see.
 *
 * @param search a part of the names, in small letters; empty for all
 */
record StateQuery(TableOrder order, boolean isDescending, int from, int limit, String search) {
  private static final int MOST_ROWS = 200;
  private static final int USUAL_ROWS = 50;
  private static final int MOST_CHARACTERS = 255;
  private static final int MOST_TABLES = 100_000_000;

  static StateQuery of(Form form) throws RefusedException {
    String order = form.optional("order", MOST_CHARACTERS);
    return new StateQuery(
        TableOrder.named(order.isEmpty() ? "bytes" : order)
            .orElseThrow(
                () -> new RefusedException(RefusedException.BAD_REQUEST, "order: no column")),
        form.number("desc", 1, 1) == 1,
        form.number("from", 0, MOST_TABLES),
        form.number("limit", USUAL_ROWS, MOST_ROWS),
        form.optional("search", MOST_CHARACTERS).toLowerCase(Locale.ROOT));
  }
}
