package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jets.ets.cell.CounterCell;
import org.jets.testkit.faults.InitializerLoader;
import org.junit.jupiter.api.Test;

/**
 * Tests that classes are initialized before they are needed where an initializer can fail, which
 * would leave its class unusable for ever: near the end of the stack, or while memory runs out.
 */
class EarlyInitializationTest {
  @Test
  void constructor_ofASpace_initializesWhatAnAdditionUses() throws Exception {
    // An addition does not make sure that it has room on the stack.
    assertThat(initializedBySpace())
        .contains(
            TableHandle.class.getName(), CounterOp.class.getName(), CounterCell.class.getName());
  }

  @Test
  void constructor_ofASpace_initializesWhatTheEndOfAnOwnerUses() throws Exception {
    assertThat(initializedBySpace()).contains(TableTransfer.class.getName());
  }

  private static Set<String> initializedBySpace() throws Exception {
    InitializerLoader loader = new InitializerLoader(TableSpace.class);
    loader.loadClass(TableSpace.class.getName()).getConstructor().newInstance();
    return loader.initialized();
  }
}
