package org.jets.ets.cell;

import java.util.List;
import java.util.function.Predicate;
import org.jets.ets.TableType;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The difference between the types of tables: the effect of insertions and removals on a cell. */
public enum Cells {
  /** One object, which a new one replaces. */
  ONE {
    @Override
    public Object with(@Nullable Object cell, Tuple object) {
      return object;
    }
  },

  /** Objects that all differ. */
  DISTINCT {
    @Override
    public Object with(@Nullable Object cell, Tuple object) {
      if (cell == null) {
        return object;
      }
      if (cell instanceof ObjectList list) {
        return list.contains(object) ? list : list.append(object, true);
      }
      return object.equals(cell) ? cell : ObjectList.of((Tuple) cell, object);
    }
  },

  /** Any objects. */
  ALL {
    @Override
    public Object with(@Nullable Object cell, Tuple object) {
      if (cell == null) {
        return object;
      }
      return cell instanceof ObjectList list
          ? list.append(object, false)
          : ObjectList.of((Tuple) cell, object);
    }
  };

  public static Cells of(TableType type) {
    return switch (type) {
      case SET, ORDERED_SET -> ONE;
      case BAG -> DISTINCT;
      case DUPLICATE_BAG -> ALL;
    };
  }

  /** Returns the objects of a cell in any form, oldest first. */
  public static List<Tuple> objects(@Nullable Object cell) {
    if (cell == null) {
      return List.of();
    }
    if (cell instanceof Tuple object) {
      return List.of(object);
    }
    return cell instanceof HeldCell held ? objects(held.cell()) : ((ObjectList) cell).asList();
  }

  /**
   * Returns the object of a cell of a set type. Does not touch the object, which would fetch it
   * from memory.
   */
  @SuppressWarnings("unchecked") // Under one key a set has one object.
  public static List<Tuple> objectOfSet(@Nullable Object cell) {
    return cell == null ? List.of() : (List<Tuple>) (List<?>) List.of(cell);
  }

  /** Returns the cell after an insertion; the same cell if the insertion changes nothing. */
  public abstract Object with(@Nullable Object cell, Tuple object);

  /**
   * Returns the cell without the objects that are {@code =:=} to this one; the same cell if there
   * are none.
   */
  public final @Nullable Object without(@Nullable Object cell, Tuple object) {
    return cell == null ? null : without(cell, object::equals);
  }

  /**
   * Returns the cell without the objects that satisfy the predicate; the same cell if there are
   * none. Tests each object once.
   */
  public final @Nullable Object without(Object cell, Predicate<Tuple> isRemoved) {
    if (cell instanceof ObjectList list) {
      return list.without(isRemoved, this == DISTINCT);
    }
    return isRemoved.test((Tuple) cell) ? null : cell;
  }
}
