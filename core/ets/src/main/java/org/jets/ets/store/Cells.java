package org.jets.ets.store;

import java.util.List;
import java.util.function.Predicate;
import org.jets.ets.TableType;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How the types of tables differ: what an insertion and a removal make of a cell. */
public enum Cells {
  /** One object; a new one takes its place. */
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

  /** Returns the objects of a cell, oldest first. */
  public static List<Tuple> objects(@Nullable Object cell) {
    if (cell == null) {
      return List.of();
    }
    return cell instanceof Tuple object ? List.of(object) : ((ObjectList) cell).asList();
  }

  /**
   * Returns the object of a cell of a set type. Does not look at it, which would be to fetch it
   * from memory.
   */
  @SuppressWarnings("unchecked") // Under one key a set has one object.
  public static List<Tuple> objectOfSet(@Nullable Object cell) {
    return cell == null ? List.of() : (List<Tuple>) (List<?>) List.of(cell);
  }

  /** Returns the cell after an insertion; the same if it changes nothing. */
  public abstract Object with(@Nullable Object cell, Tuple object);

  /**
   * Returns the cell without all objects that are {@code =:=} to this one; the same if there are
   * none.
   */
  public final @Nullable Object without(@Nullable Object cell, Tuple object) {
    return cell == null ? null : without(cell, object::equals);
  }

  /**
   * Returns the cell without the objects that this holds for, which is asked of each once; the same
   * if it holds for none.
   */
  public final @Nullable Object without(Object cell, Predicate<Tuple> isRemoved) {
    if (cell instanceof ObjectList list) {
      return list.without(isRemoved, this == DISTINCT);
    }
    return isRemoved.test((Tuple) cell) ? null : cell;
  }
}
