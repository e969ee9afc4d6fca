package org.jets.terms;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jets.terms.internal.external.ExternalTag;

/**
 * The known differences between Erlang releases. jets follows {@link #NEWEST}. A test that runs
 * with an older Erlang asserts the behaviour of that release.
 *
 * <table>
 * <caption>Differences</caption>
 * <tr><th>what</th><th>before</th><th>from</th></tr>
 * <tr><td>{@code 0.0 =:= -0.0}, and their exact order</td><td>true, equal</td><td>27: false,
 *     {@code -0.0} first</td></tr>
 * <tr><td>a map with the keys 0.0 and -0.0 in the external format</td><td>refused</td><td>27: two
 *     keys</td></tr>
 * <tr><td>exact order of two maps of the same size of which one has two atoms as keys</td><td>by
 *     the keys in exact order</td><td>26: by the atoms in the order in which the node first saw
 *     them</td></tr>
 * <tr><td>standard order of two maps of the same size, both with two atoms as keys, of which one has
 *     a map inside a value</td><td>by the values in the order of keys</td><td>26: also by the exact
 *     order of values that compare equal, if the node first saw the atoms in another order</td></tr>
 * <tr><td>atoms of Latin-1 from {@code term_to_binary/1}</td><td>tag 100 (ATOM_EXT)</td><td>26: 119,
 *     118 (UTF-8)</td></tr>
 * <tr><td>tag of a port of at most 28 bits from {@code term_to_binary}, with each minor
 *     version</td><td>89 (NEW_PORT_EXT)</td><td>26: 120 (V4_PORT_EXT); jets has one with minor
 *     version 1 and the other with 2</td></tr>
 * <tr><td>pid of a local fun of another node that is read and written again</td><td>as it
 *     was</td><td>27: that of the node's process {@code init}</td></tr>
 * <tr><td>a map read from the external format of more than 32 keys, one with another node's
 *     reference of one word</td><td>the key is at a random place, and is not found</td><td>27: as
 *     other keys</td></tr>
 * <tr><td>a native record in the external format</td><td>refused</td><td>29: read</td></tr>
 * <tr><td>{@code phash2} of a native record of two or more fields</td><td></td><td>29: by the order
 *     in which the node first saw the names of the fields; jets by that in which they are
 *     declared</td></tr>
 * </table>
 */
public final class ReleaseDifferences {
  /** The release that jets follows. */
  static final int NEWEST = 29;

  private static final int DISTINCT_ZEROS = 27;
  private static final int UTF8_ATOMS = 26;
  private static final int V4_PORTS = 26;
  private static final int PIDS_OF_INIT = 27;
  private static final int PRIVATE_KEY_ORDER = 26;
  private static final int NATIVE_RECORDS = 29;
  private static final int WHOLE_REFERENCES = 27;

  /** The number of keys of the largest map without a hash table. */
  private static final int SORTED_KEYS = 32;

  private static final FloatTerm ZERO = FloatTerm.of(0.0);
  private static final FloatTerm NEGATIVE_ZERO = FloatTerm.of(-0.0);

  private ReleaseDifferences() {}

  /**
   * Returns the term that a release takes this one for, by both {@code =:=} and the order of keys.
   * Empty if the release refuses the term.
   */
  public static Optional<Term> asSeenBy(int release, Term term) {
    if (release < NATIVE_RECORDS && contains(term, RecordTerm.class::isInstance)) {
      return Optional.empty();
    }
    return release >= DISTINCT_ZEROS ? Optional.of(term) : replaced(NEGATIVE_ZERO, ZERO, term);
  }

  /**
   * Returns whether a release's exact order of this term and another depends on the state of the
   * node. jets follows the manual, which describes one order for all releases.
   */
  static boolean hasPrivateExactOrder(int release, Term term) {
    return release >= PRIVATE_KEY_ORDER && contains(term, ReleaseDifferences::hasTwoAtomKeys);
  }

  /** Returns {@link #hasPrivateExactOrder} for the standard order, which compares keys exactly. */
  static boolean hasPrivateStandardOrder(int release, Term term) {
    return contains(
        term,
        t ->
            t instanceof MapTerm map
                && (map.toMap().keySet().stream().anyMatch(k -> hasPrivateExactOrder(release, k))
                    || (hasPrivateExactOrder(release, map) && hasMapInValue(map))));
  }

  private static boolean hasMapInValue(MapTerm map) {
    return map.toMap().values().stream()
        .anyMatch(value -> contains(value, t -> t instanceof MapTerm inner && inner.size() > 0));
  }

  /** Returns true if a release that has read the term does not find keys of a map in it. */
  static boolean losesKeys(int release, Term term) {
    return release < WHOLE_REFERENCES && contains(term, ReleaseDifferences::hasLostKey);
  }

  private static boolean hasLostKey(Term term) {
    return term instanceof MapTerm map
        && map.size() > SORTED_KEYS
        && map.toMap().keySet().stream()
            .anyMatch(key -> contains(key, t -> t instanceof Reference r && r.wordCount() == 1));
  }

  /** Returns whether {@code phash2} of the term can differ between nodes. */
  static boolean hasPrivateHash(Term term) {
    return contains(term, t -> t instanceof RecordTerm record && record.size() >= 2);
  }

  private static boolean hasTwoAtomKeys(Term term) {
    return term instanceof MapTerm map
        && map.toMap().keySet().stream().filter(Atom.class::isInstance).count() >= 2;
  }

  private static boolean contains(Term term, Predicate<Term> part) {
    return part.test(term)
        || (ChildCursor.isCompound(term)
            && Compounds.children(term).stream().anyMatch(child -> contains(child, part)));
  }

  /** Returns the options with which jets writes the default encoding of a release. */
  static EncodeOptions defaultEncoding(int release) {
    return EncodeOptions.defaults().withMinorVersion(release >= UTF8_ATOMS ? 2 : 1);
  }

  /**
   * Returns the tag that a release writes for a port of at most 28 bits, whatever the minor
   * version.
   */
  static int tagOfNarrowPorts(int release) {
    return release >= V4_PORTS ? ExternalTag.V4_PORT : ExternalTag.NEW_PORT;
  }

  /** Returns a term in which each port has more than 28 bits, so that all releases agree. */
  static Term withWidePorts(Term term) {
    if (term instanceof Port port) {
      return Port.of(port.node(), port.id() | 1L << 28, port.creation());
    }
    if (!ChildCursor.isCompound(term)) {
      return term;
    }
    List<Term> children = Compounds.children(term);
    children.replaceAll(ReleaseDifferences::withWidePorts);
    return Compounds.withChildren(term, children);
  }

  /**
   * Returns the term that a release has after reading this one.
   *
   * @param init the pid of the node's process {@code init}
   */
  static Term asRead(int release, Pid init, Term term) {
    if (release < PIDS_OF_INIT || !ChildCursor.isCompound(term)) {
      return term;
    }
    List<Term> children = Compounds.children(term);
    children.replaceAll(child -> asRead(release, init, child));
    return Compounds.withChildren(
        term instanceof LocalFun fun ? Compounds.withPid(fun, init) : term, children);
  }

  /** Replaces a float in a term. Empty if two keys of a map become one. */
  private static Optional<Term> replaced(FloatTerm from, FloatTerm to, Term term) {
    if (!ChildCursor.isCompound(term)) {
      return Optional.of(term.equals(from) ? to : term);
    }
    List<Term> children = Compounds.children(term);
    for (int i = 0; i < children.size(); i++) {
      Optional<Term> child = replaced(from, to, children.get(i));
      if (child.isEmpty()) {
        return child;
      }
      children.set(i, child.get());
    }
    Term result = Compounds.withChildren(term, children);
    return result instanceof MapTerm map && map.size() < ((MapTerm) term).size()
        ? Optional.empty()
        : Optional.of(result);
  }
}
