package org.jets.node.distribution;

import java.util.Objects;
import javax.net.ssl.SSLContext;

/**
 * With what a node's connections are encrypted.
 *
 * @param context the node's certificate and key, and whom it trusts
 * @param requireClientCertificate whether nodes that connect with this one must show a certificate
 *     that it trusts
 * @param verifyHost whether the certificate of a node with which this one connects must be for the
 *     host in the node's name
 */
public record TlsContext(SSLContext context, boolean requireClientCertificate, boolean verifyHost) {
  /** Checks the context. */
  public TlsContext {
    Objects.requireNonNull(context, "context");
  }
}
