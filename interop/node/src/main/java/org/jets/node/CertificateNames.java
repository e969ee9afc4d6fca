package org.jets.node;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/**
 * Decides for which nodes a certificate is valid:
 *
 * <ul>
 *   <li>If it has e-mail names (rfc822Name), these are names of nodes, such as {@code jets@host}.
 *       It is valid for these only.
 *   <li>Else, if it has names of hosts (dNSName, whose first label may be a star, or iPAddress), it
 *       is valid for all nodes of these hosts.
 *   <li>Else it is valid for the node or host that is its common name.
 * </ul>
 */
final class CertificateNames {
  private static final int E_MAIL = 1;
  private static final int DNS = 2;
  private static final int IP = 7;
  private static final String COMMON_NAME = "CN=";

  private CertificateNames() {}

  /** Returns whether a certificate is valid for the node of this name. */
  static boolean speaksFor(String node, X509Certificate certificate) {
    String host = node.substring(node.indexOf('@') + 1);
    List<String> nodes = new ArrayList<>();
    List<String> hosts = new ArrayList<>();
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        for (List<?> name : names) {
          int type = (Integer) name.get(0);
          if (type == E_MAIL) {
            nodes.add(String.valueOf(name.get(1)));
          } else if (type == DNS || type == IP) {
            hosts.add(String.valueOf(name.get(1)));
          }
        }
      }
    } catch (CertificateParsingException e) {
      return false;
    }
    if (!nodes.isEmpty()) {
      return nodes.contains(node);
    }
    if (!hosts.isEmpty()) {
      return hosts.stream().anyMatch(pattern -> matches(pattern, host));
    }
    String common = commonName(certificate);
    return common.equals(node) || (!common.isEmpty() && common.equalsIgnoreCase(host));
  }

  private static boolean matches(String pattern, String host) {
    String expected = pattern.toLowerCase(Locale.ROOT);
    String actual = host.toLowerCase(Locale.ROOT);
    if (!expected.startsWith("*.")) {
      return expected.equals(actual);
    }
    int dot = actual.indexOf('.');
    return dot > 0 && actual.substring(dot).equals(expected.substring(1));
  }

  private static String commonName(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
    for (String part : subject.split(",", -1)) {
      if (part.startsWith(COMMON_NAME)) {
        return part.substring(COMMON_NAME.length());
      }
    }
    return "";
  }
}
