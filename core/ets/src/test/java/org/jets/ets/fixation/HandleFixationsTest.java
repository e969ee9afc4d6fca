package org.jets.ets.fixation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

/**
 * Compares the counts of fixations with a list of the handles, in which the last used one is at the
 * end.
 */
class HandleFixationsTest {
  private static final int HANDLES = 4;

  private record Held(Object handle, Deque<Integer> calls) {}

  private static Held find(List<Held> model, Object handle) {
    return model.stream().filter(held -> held.handle() == handle).findFirst().orElse(null);
  }

  private static long total(List<Held> model) {
    return model.stream().mapToLong(held -> held.calls().size()).sum();
  }

  @Test
  void operations_randomOnes_countAsAListDoes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Object> handles = new ArrayList<>();
    for (int i = 0; i < HANDLES; i++) {
      handles.add(new Object());
    }
    HandleFixations fixations = new HandleFixations(handles.get(0));
    List<Held> model =
        new ArrayList<>(List.of(new Held(handles.get(0), new ArrayDeque<>(List.of(0)))));
    for (int n = 0; n < TestScale.count(100_000); n++) {
      Object handle = handles.get(random.nextInt(HANDLES));
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          fixations.add(handle);
          Held held = find(model, handle);
          if (held == null) {
            held = new Held(handle, new ArrayDeque<>());
          } else {
            model.remove(held);
          }
          held.calls().add(n);
          model.add(held);
        }
        case 2 -> {
          fixations.removeLast();
          if (!model.isEmpty()) {
            Held last = model.get(model.size() - 1);
            last.calls().removeLast();
            model.removeIf(held -> held.calls().isEmpty());
          }
        }
        default -> {
          fixations.removeAll(handle);
          model.removeIf(held -> held.handle() == handle);
        }
      }
      assertThat(fixations.total()).as("seed %d, step %d", seed, n).isEqualTo(total(model));
    }
    while (!model.isEmpty()) {
      Object last = model.get(model.size() - 1).handle();
      fixations.removeAll(last);
      model.remove(model.size() - 1);
      assertThat(fixations.total()).as("seed %d", seed).isEqualTo(total(model));
    }
  }
}
