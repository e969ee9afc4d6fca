package org.jets.node;

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

/** How objects of a table of another node are looked up, inserted and deleted. */
abstract class RemoteObjects extends RemoteHandle {
  /** The release that has {@code lookup_element/4}, {@code first_lookup} and the like. */
  static final int OTP_27 = 27;

  RemoteObjects(RemoteTableCalls calls, RemoteTableFacts facts) {
    super(calls, facts);
  }

  @Override
  public List<Tuple> lookup(Term key) {
    return RemoteAnswers.objects(apply("lookup", Objects.requireNonNull(key, "key")));
  }

  @Override
  public boolean member(Term key) {
    return RemoteAnswers.isTrue(apply("member", Objects.requireNonNull(key, "key")));
  }

  @Override
  public Term lookupElement(Term key, int position) {
    return lookupElement(key, IntegerTerm.of(position));
  }

  @Override
  public Term lookupElement(Term key, int position, Term defaultValue) {
    return lookupElement(key, IntegerTerm.of(position), defaultValue);
  }

  @Override
  public Term lookupElement(Term key, Term position) {
    return apply(
        "lookup_element",
        Objects.requireNonNull(key, "key"),
        Objects.requireNonNull(position, "position"));
  }

  @Override
  public Term lookupElement(Term key, Term position, Term defaultValue) {
    Objects.requireNonNull(defaultValue, "defaultValue");
    if (calls.isSince(OTP_27)) {
      return apply(
          "lookup_element",
          Objects.requireNonNull(key, "key"),
          Objects.requireNonNull(position, "position"),
          defaultValue);
    }
    try {
      return lookupElement(key, position);
    } catch (NoSuchKeyException e) {
      return defaultValue;
    }
  }

  @Override
  public void insert(Tuple object) {
    apply("insert", Objects.requireNonNull(object, "object"));
  }

  @Override
  public void insert(Collection<? extends Tuple> objects) {
    apply("insert", list(objects));
  }

  @Override
  public void insert(Term objectOrList) {
    apply("insert", Objects.requireNonNull(objectOrList, "objectOrList"));
  }

  @Override
  public boolean insertNew(Tuple object) {
    return insertNew((Term) Objects.requireNonNull(object, "object"));
  }

  @Override
  public boolean insertNew(Collection<? extends Tuple> objects) {
    return insertNew(list(objects));
  }

  @Override
  public boolean insertNew(Term objectOrList) {
    return RemoteAnswers.isTrue(
        apply("insert_new", Objects.requireNonNull(objectOrList, "objectOrList")));
  }

  private ListTerm list(Collection<? extends Tuple> objects) {
    return ListTerm.of(List.copyOf(Objects.requireNonNull(objects, "objects")));
  }

  @Override
  public void delete(Term key) {
    apply("delete", Objects.requireNonNull(key, "key"));
  }

  @Override
  public List<Tuple> take(Term key) {
    return RemoteAnswers.objects(apply("take", Objects.requireNonNull(key, "key")));
  }

  @Override
  public void deleteObject(Tuple object) {
    deleteObject((Term) Objects.requireNonNull(object, "object"));
  }

  @Override
  public void deleteObject(Term object) {
    apply("delete_object", Objects.requireNonNull(object, "object"));
  }

  @Override
  public void deleteAllObjects() {
    apply("delete_all_objects");
  }

  @Override
  public void initTable(Stream<? extends Tuple> objects) {
    checkOpen();
    try (Stream<? extends Tuple> closed = Objects.requireNonNull(objects, "objects")) {
      deleteAllObjects();
      List<Tuple> chunk = new ArrayList<>();
      closed.forEachOrdered(
          object -> {
            chunk.add(object);
            if (chunk.size() == calls.options().chunkSize()) {
              insertInOrder(chunk);
            }
          });
      insertInOrder(chunk);
    }
  }

  /** Before OTP 27 a list was inserted into a bag from its end. */
  private void insertInOrder(List<Tuple> chunk) {
    if (chunk.isEmpty()) {
      return;
    }
    if (type() == TableType.BAG && !calls.isSince(OTP_27)) {
      Collections.reverse(chunk);
    }
    insert(chunk);
    chunk.clear();
  }
}
