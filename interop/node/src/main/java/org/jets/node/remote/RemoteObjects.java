package org.jets.node.remote;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.TableType;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** Looks up, inserts and deletes objects of a table of another node. */
final class RemoteObjects {
  /** The release that has {@code lookup_element/4}, {@code first_lookup} and the like. */
  static final int OTP_27 = 27;

  private final RemoteHandle table;

  RemoteObjects(RemoteHandle table) {
    this.table = table;
  }

  List<Tuple> lookup(Term key) {
    return RemoteAnswers.objects(table.apply("lookup", Objects.requireNonNull(key, "key")));
  }

  List<Tuple> lookupAll(Collection<? extends Term> keys) {
    List<Term> sought = new ArrayList<>();
    for (Term key : Objects.requireNonNull(keys, "keys")) {
      sought.add(Objects.requireNonNull(key, "key"));
    }
    if (sought.isEmpty()) {
      table.checkRead();
    }
    List<Tuple> objects = new ArrayList<>();
    int chunk = table.calls.options().chunkSize();
    for (int from = 0; from < sought.size(); from += chunk) {
      int to = (int) Math.min(sought.size(), (long) from + chunk);
      for (Term answer : table.lookupAll(sought.subList(from, to))) {
        objects.addAll(RemoteAnswers.objects(answer));
      }
    }
    return Collections.unmodifiableList(objects);
  }

  boolean member(Term key) {
    return RemoteAnswers.isTrue(table.apply("member", Objects.requireNonNull(key, "key")));
  }

  Term lookupElement(Term key, int position) {
    return table.apply(
        "lookup_element", Objects.requireNonNull(key, "key"), IntegerTerm.of(position));
  }

  Term lookupElement(Term key, int position, Term defaultValue) {
    Objects.requireNonNull(defaultValue, "defaultValue");
    if (table.calls.isSince(OTP_27)) {
      return table.apply(
          "lookup_element",
          Objects.requireNonNull(key, "key"),
          IntegerTerm.of(position),
          defaultValue);
    }
    try {
      return lookupElement(key, position);
    } catch (NoSuchKeyException e) {
      return defaultValue;
    }
  }

  void insert(Tuple object) {
    table.apply("insert", Objects.requireNonNull(object, "object"));
  }

  void insert(Collection<? extends Tuple> objects) {
    table.apply("insert", list(objects));
  }

  boolean insertNew(Tuple object) {
    return RemoteAnswers.isTrue(
        table.apply("insert_new", Objects.requireNonNull(object, "object")));
  }

  boolean insertNew(Collection<? extends Tuple> objects) {
    return RemoteAnswers.isTrue(table.apply("insert_new", list(objects)));
  }

  private ListTerm list(Collection<? extends Tuple> objects) {
    return ListTerm.of(List.copyOf(Objects.requireNonNull(objects, "objects")));
  }

  void delete(Term key) {
    table.apply("delete", Objects.requireNonNull(key, "key"));
  }

  List<Tuple> take(Term key) {
    return RemoteAnswers.objects(table.apply("take", Objects.requireNonNull(key, "key")));
  }

  void deleteObject(Tuple object) {
    table.apply("delete_object", Objects.requireNonNull(object, "object"));
  }

  void deleteAllObjects() {
    table.apply("delete_all_objects");
  }

  void initTable(Stream<? extends Tuple> objects) {
    table.checkOpen();
    try (Stream<? extends Tuple> closed = Objects.requireNonNull(objects, "objects")) {
      deleteAllObjects();
      List<Tuple> chunk = new ArrayList<>();
      closed.forEachOrdered(
          object -> {
            chunk.add(object);
            if (chunk.size() == table.calls.options().chunkSize()) {
              insertInOrder(chunk);
            }
          });
      insertInOrder(chunk);
    }
  }

  /** Inserts a list into a bag in its order: before OTP 27, a list was inserted from its end. */
  private void insertInOrder(List<Tuple> chunk) {
    if (chunk.isEmpty()) {
      return;
    }
    if (table.type() == TableType.BAG && !table.calls.isSince(OTP_27)) {
      Collections.reverse(chunk);
    }
    insert(chunk);
    chunk.clear();
  }
}
