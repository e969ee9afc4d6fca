package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.ets.cell.CounterCell;
import org.jets.testkit.faults.InitializerLoader;
import org.junit.jupiter.api.Test;

/**
 * An addition to a counter does not make sure that it has room on the stack. An initializer that it
 * ran near the end of the stack would leave its class unusable for ever.
 */
class EarlyInitializationTest {
  @Test
  void constructor_ofASpace_initializesWhatAnAdditionUses() throws Exception {
    InitializerLoader loader = new InitializerLoader(TableSpace.class);

    loader.loadClass(TableSpace.class.getName()).getConstructor().newInstance();

    assertThat(loader.initialized())
        .contains(
            TableHandle.class.getName(), CounterOp.class.getName(), CounterCell.class.getName());
  }
}
