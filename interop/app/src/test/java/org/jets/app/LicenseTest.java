package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.ets.EtsTable;
import org.jets.node.ErlangNode;
import org.jets.terms.Term;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The license, the notice and the manifest in each archive. */
class LicenseTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        Term.class,
        SplitOrderedHashMap.class,
        EtsTable.class,
        ErlangNode.class,
        Main.class
      })
  void archive_ofEachModule_hasTheLicenseAndTheNotice(Class<?> type) throws Exception {
    URL archive = type.getProtectionDomain().getCodeSource().getLocation();
    String folder =
        archive.getPath().endsWith(".jar") ? "jar:" + archive + "!/" : archive.toString();

    assertThat(text(folder + "META-INF/LICENSE")).contains("Apache License", "Version 2.0");
    assertThat(text(folder + "META-INF/NOTICE")).startsWith("jets\n");
  }

  private static String text(String url) throws Exception {
    try (InputStream in = new URL(url).openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
