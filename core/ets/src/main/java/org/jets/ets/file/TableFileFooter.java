package org.jets.ets.file;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.SaveOptions;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The last item of a table's file that has extended information: <code>['$end_of_table', [{count,
 * Count}, {md5, Digest}]]</code>, with either pair or both.
 *
 * @param count the number of objects according to the file; null if the file has none
 * @param md5 the digest according to the file; null if the file has none
 */
record TableFileFooter(@Nullable Term count, @Nullable Term md5) {
  private static final Atom TAG = Atom.of("$end_of_table");
  private static final Atom COUNT = Atom.of("count");
  private static final Atom MD5 = Atom.of("md5");

  /**
   * Makes a footer.
   *
   * @param md5 null for none
   */
  static ListTerm encode(SaveOptions options, long count, byte @Nullable [] md5) {
    List<Term> pairs = new ArrayList<>();
    if (options.hasObjectCount()) {
      pairs.add(Tuple.of(COUNT, IntegerTerm.of(count)));
    }
    if (md5 != null) {
      pairs.add(Tuple.of(MD5, Binary.of(md5)));
    }
    return ListTerm.of(TAG, ListTerm.of(pairs));
  }

  static boolean isFooter(Term term) {
    return term instanceof ListTerm list
        && list.isProper()
        && list.size() == 2
        && list.head() == TAG;
  }

  /**
   * Reads a footer.
   *
   * @throws MalformedFileException if it contains anything other than a list
   */
  static TableFileFooter decode(Term footer) {
    if (!(((ListTerm) footer).get(1) instanceof ListTerm list)) {
      throw new MalformedFileException();
    }
    return new TableFileFooter(
        TableFileHeader.value(COUNT, list), TableFileHeader.value(MD5, list));
  }
}
