package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CookieTest {
  @TempDir Path folder;

  private Path file(String content, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("cookie"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void read_firstLine_isTheCookie() throws IOException {
    assertThat(Cookie.read(file("SECRET\n", "r--------"))).isEqualTo(Cookie.of("SECRET"));
    assertThat(Cookie.read(file("SECRET", "rw-------"))).isEqualTo(Cookie.of("SECRET"));
    assertThat(Cookie.read(file("SECRET\r\n \n", "r--------"))).isEqualTo(Cookie.of("SECRET"));
    assertThat(Cookie.read(file("WITH \n", "r--------"))).isEqualTo(Cookie.of("WITH "));
  }

  @Test
  void read_fileThatOthersMayUse_fails() throws IOException {
    for (String permissions : new String[] {"r--r-----", "r-----r--", "rw--w----", "r-x--x---"}) {
      Path file = file("SECRET\n", permissions);
      assertThatThrownBy(() -> Cookie.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("others")
          .hasMessageNotContaining("SECRET");
    }
  }

  @Test
  void read_noCookie_fails() throws IOException {
    for (String content : new String[] {"", "\n", "SECRET\nMORE\n", "A".repeat(256), "SEC\u0001"}) {
      Path file = file(content, "r--------");
      assertThatThrownBy(() -> Cookie.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageNotContaining("SEC");
    }
    assertThatThrownBy(() -> Cookie.read(folder)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Cookie.read(folder.resolve("none"))).isInstanceOf(IOException.class);
  }

  @Test
  void ofUser_homeOfTheEnvironment_comesFirst() throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    Map<String, String> environment = Map.of("HOME", home.toString());
    assertThatThrownBy(() -> Cookie.ofUser(environment))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(home.resolve(".erlang.cookie").toString())
        .hasMessageContaining("--cookie-file");

    Files.move(file("SECRET", "r--------"), home.resolve(".erlang.cookie"));

    assertThat(Cookie.ofUser(environment)).isEqualTo(Cookie.of("SECRET"));
  }

  @Test
  void toString_anyCookie_doesNotShowIt() {
    assertThat(Cookie.of("SECRET").toString()).doesNotContain("SECRET");
    assertThatThrownBy(() -> Cookie.of("SECRET\u00e4")).hasMessageNotContaining("SECRET");
  }
}
