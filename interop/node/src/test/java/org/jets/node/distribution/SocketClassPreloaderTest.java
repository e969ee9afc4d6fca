package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** The connection of the JVM with itself. */
class SocketClassPreloaderTest {

  @Test
  void isLoadedOver_loopback_isTrue() {
    assertThat(SocketClassPreloader.isLoadedOver(InetAddress.getLoopbackAddress())).isTrue();
  }

  /** The address is one for documentation, which no host has. */
  @Test
  void isLoadedOver_addressOfNoHost_isFalse() throws IOException {
    InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});

    assertThat(SocketClassPreloader.isLoadedOver(address)).isFalse();
  }
}
