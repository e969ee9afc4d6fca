package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** Tests the first use of the class in a program. */
class OrderedBytesStartTest {
  @Test
  void decode_asTheFirstCall_findsTheAccessToTerms() throws Exception {
    URL classes = Term.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader fresh =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Method decode =
          fresh.loadClass(OrderedBytes.class.getName()).getMethod("decode", byte[].class);

      assertThat(decode.invoke(null, (Object) new byte[] {0x18, 0x40})).hasToString("2");
    }
  }
}
