package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jets.terms.ListTerm;

/** The operations of tables of all types, with one key and with both. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
abstract class TableOperations extends SharedTable {
  @Operation
  public void insert(@Param(name = "key") int key, @Param(name = "value") int value) {
    table.insert(object(key, value));
  }

  @Operation
  public boolean insertNew(@Param(name = "key") int key, @Param(name = "value") int value) {
    return table.insertNew(object(key, value));
  }

  /** Inserts both keys, this one first. */
  @Operation
  public void insertBoth(@Param(name = "key") int first, @Param(name = "value") int value) {
    table.insert(List.of(object(first, value), object(3 - first, value)));
  }

  @Operation
  public boolean insertNewBoth(@Param(name = "key") int first, @Param(name = "value") int value) {
    return table.insertNew(List.of(object(first, value), object(3 - first, value)));
  }

  @Operation
  public int lookup(@Param(name = "key") int key) {
    return values(table.lookup(k(key)));
  }

  @Operation
  public String lookupElement(@Param(name = "key") int key) {
    return table.lookupElement(k(key), 2, ListTerm.empty()).toString();
  }

  @Operation
  public boolean member(@Param(name = "key") int key) {
    return table.member(k(key));
  }

  @Operation
  public void delete(@Param(name = "key") int key) {
    table.delete(k(key));
  }

  @Operation
  public void deleteObject(@Param(name = "key") int key, @Param(name = "value") int value) {
    table.deleteObject(object(key, value));
  }

  @Operation
  public int take(@Param(name = "key") int key) {
    return values(table.take(k(key)));
  }

  @Operation
  public void deleteAllObjects() {
    table.deleteAllObjects();
  }
}
