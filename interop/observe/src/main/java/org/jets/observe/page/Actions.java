package org.jets.observe.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jets.ets.EtsException;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.SelectChunk;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.observe.Observatory;
import org.jets.observe.TableRow;
import org.jets.terms.Atom;
import org.jets.terms.PrintOptions;
import org.jets.terms.PrintableRange;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.TermPrinter;
import org.jets.terms.TermSyntaxException;

/**
 * The actions of the page, each behind its switch. They have the rights of an owner that has no
 * table: private tables are refused.
 */
final class Actions {
  private static final int OBJECTS = 50;
  private static final int OBJECT_CHARACTERS = 500;

  /** The length up to which all of an object is printed, with a number for each byte. */
  private static final int PLAIN_CHARACTERS = 4_000;

  /** The text of an integer with more digits, which are not printed. */
  private static final String LARGE_INTEGER = "#Integer<";

  private static final PrintOptions ONE_LINE =
      PrintOptions.defaults().withLineWidth(0).withPrintableRange(PrintableRange.UNICODE);

  private static final int ID_CHARACTERS = 1_000;
  private static final int SPEC_CHARACTERS = 10_000;
  private static final int NAME_CHARACTERS = 60;
  private static final MatchSpec ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_"));

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final Observatory observatory;
  private final PageOptions options;

  /** Writing a table takes long: one at a time. */
  private final Semaphore snapshots = new Semaphore(1);

  /** An action on a table. */
  @FunctionalInterface
  private interface Action {
    String on(LocalTable table) throws RefusedException;
  }

  Actions(Observatory observatory, PageOptions options) {
    this.observatory = observatory;
    this.options = options;
  }

  /** Returns the first objects of a table. */
  String preview(Form form) throws RefusedException {
    checkSwitch(options.hasPreview(), "preview");
    return withTable(
        form,
        table -> {
          List<String> objects =
              table
                  .select(ALL_OBJECTS, OBJECTS)
                  .map(SelectChunk::results)
                  .orElse(List.of())
                  .stream()
                  .map(Actions::text)
                  .toList();
          return Json.object(json -> json.withTexts("objects", objects));
        });
  }

  /**
   * Returns the beginning of the text of an object, in time bounded by its length. Binaries of
   * printable characters are texts, unless the object is large.
   */
  private static String text(Term object) {
    String plain = TermPrinter.printStart(object, PLAIN_CHARACTERS);
    boolean isWhole = plain.length() <= PLAIN_CHARACTERS && !plain.contains(LARGE_INTEGER);
    String text = isWhole ? TermPrinter.prettyPrint(object, ONE_LINE) : plain;
    if (text.length() <= OBJECT_CHARACTERS) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(OBJECT_CHARACTERS - 1));
    return text.substring(0, OBJECT_CHARACTERS - (splitsPair ? 1 : 0)) + "...";
  }

  /** Returns the plan of a table for a specification. */
  String explain(Form form) throws RefusedException {
    checkSwitch(options.hasExplain(), "explain");
    String text = form.text("spec", SPEC_CHARACTERS);
    MatchSpec spec;
    try {
      spec = MatchSpec.compile(TermParser.parse(text));
    } catch (TermSyntaxException | MatchSpecException e) {
      throw new RefusedException(RefusedException.BAD_REQUEST, "spec: " + e.getMessage());
    }
    return withTable(
        form,
        table -> {
          String plan = table.explain(spec).toString();
          return Json.object(json -> json.with("plan", plan));
        });
  }

  /** Writes a table to a new file, and returns its name. */
  String snapshot(Form form) throws RefusedException {
    Path folder = options.snapshots().orElse(null);
    checkSwitch(folder != null, "snapshot");
    if (!snapshots.tryAcquire()) {
      throw new RefusedException(RefusedException.CONFLICT, "another table is being written");
    }
    try {
      return withTable(
          form,
          table -> {
            String name = fileName(table.name());
            Path file = Objects.requireNonNull(folder).resolve(name);
            if (Files.exists(file)) {
              throw new RefusedException(RefusedException.CONFLICT, name + " exists");
            }
            table.tab2file(file);
            return Json.object(json -> json.with("file", name));
          });
    } finally {
      snapshots.release();
    }
  }

  /** Returns a file's name from that of a table, of which only harmless characters are used. */
  private static String fileName(Atom table) {
    String harmless = table.name().replaceAll("[^A-Za-z0-9_-]", "_");
    String start = harmless.substring(0, Math.min(harmless.length(), NAME_CHARACTERS));
    return "table-" + start + "-" + TIME.format(Instant.now()) + ".tab";
  }

  private static void checkSwitch(boolean isOn, String action) throws RefusedException {
    if (!isOn) {
      throw new RefusedException(RefusedException.FORBIDDEN, action + ": not switched on");
    }
  }

  private String withTable(Form form, Action action) throws RefusedException {
    Term id = id(form.text("table", ID_CHARACTERS));
    try (Owner reader = observatory.space().newOwner()) {
      return action.on(reader.open(id));
    } catch (EtsException e) {
      throw new RefusedException(RefusedException.CONFLICT, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the identifier that has a text. */
  private Term id(String text) throws RefusedException {
    for (TableRow row : observatory.tables().rows()) {
      if (row.id().toString().equals(text)) {
        return row.id();
      }
    }
    throw new RefusedException(RefusedException.NOT_FOUND, "table: none of the space");
  }
}
