package org.jets.collections.internal.sync;

/**
 * Room on the stack for steps that must not be left halfway. A thread that is about to make such a
 * step calls {@link #require}: an overflow comes then, when nothing has changed.
 *
 * <p>The step may run interpreted where the check is compiled, and interpreted frames are several
 * times as large. So the check has a frame of more than 12 KB in the interpreter, for variables
 * that it never uses. Compiled by HotSpot it has no room for them, but a branch that it never takes
 * and where it would go on in the interpreter. When HotSpot enters compiled code it makes sure of
 * the stack for all such branches, by one store into each page. That takes some nanoseconds.
 *
 * <p>A method that loops between taking a lock and giving it back calls this before it takes the
 * lock. HotSpot may replace the interpreted frame of a loop by a compiled one. It makes sure of the
 * stack for the compiled frame when the interpreted one is gone. If that overflows, no handler and
 * no {@code finally} of the method runs.
 *
 * <p>The caller may be compiled together with the check: then the caller makes sure when it is
 * entered. What it calls before the check may overflow as well.
 */
public final class StackRoom {
  /** Always false. Not final, so that it is no constant to the compilers. */
  @SuppressWarnings("FieldMayBeFinal") // As said.
  private static boolean goesOnInterpreted;

  private StackRoom() {}

  /**
   * Makes sure of some 12 KB: that is enough to wait in the JDK, and for a call that is linked for
   * the first time.
   *
   * @throws StackOverflowError if there is less
   */
  @SuppressWarnings({"unused", "UnusedVariable", "MultiVariableDeclaration"}) // See the class.
  public static void require() {
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a0a, a0b, a0c, a0d, a0e, a0f;
    long a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a1a, a1b, a1c, a1d, a1e, a1f;
    long a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a2a, a2b, a2c, a2d, a2e, a2f;
    long a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a3a, a3b, a3c, a3d, a3e, a3f;
    long a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a4a, a4b, a4c, a4d, a4e, a4f;
    long a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a5a, a5b, a5c, a5d, a5e, a5f;
    long a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a6a, a6b, a6c, a6d, a6e, a6f;
    long a70, a71, a72, a73, a74, a75, a76, a77, a78, a79, a7a, a7b, a7c, a7d, a7e, a7f;
    long a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a8a, a8b, a8c, a8d, a8e, a8f;
    long a90, a91, a92, a93, a94, a95, a96, a97, a98, a99, a9a, a9b, a9c, a9d, a9e, a9f;
    long aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, aaa, aab, aac, aad, aae, aaf;
    long ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7, ab8, ab9, aba, abb, abc, abd, abe, abf;
    long ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, aca, acb, acc, acd, ace, acf;
    long ad0, ad1, ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ada, adb, adc, add, ade, adf;
    long ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9, aea, aeb, aec, aed, aee, aef;
    long af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, afa, afb, afc, afd, afe, aff;
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b0a, b0b, b0c, b0d, b0e, b0f;
    long b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b1a, b1b, b1c, b1d, b1e, b1f;
    long b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b2a, b2b, b2c, b2d, b2e, b2f;
    long b30, b31, b32, b33, b34, b35, b36, b37, b38, b39, b3a, b3b, b3c, b3d, b3e, b3f;
    long b40, b41, b42, b43, b44, b45, b46, b47, b48, b49, b4a, b4b, b4c, b4d, b4e, b4f;
    long b50, b51, b52, b53, b54, b55, b56, b57, b58, b59, b5a, b5b, b5c, b5d, b5e, b5f;
    long b60, b61, b62, b63, b64, b65, b66, b67, b68, b69, b6a, b6b, b6c, b6d, b6e, b6f;
    long b70, b71, b72, b73, b74, b75, b76, b77, b78, b79, b7a, b7b, b7c, b7d, b7e, b7f;
    long b80, b81, b82, b83, b84, b85, b86, b87, b88, b89, b8a, b8b, b8c, b8d, b8e, b8f;
    long b90, b91, b92, b93, b94, b95, b96, b97, b98, b99, b9a, b9b, b9c, b9d, b9e, b9f;
    long ba0, ba1, ba2, ba3, ba4, ba5, ba6, ba7, ba8, ba9, baa, bab, bac, bad, bae, baf;
    long bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bba, bbb, bbc, bbd, bbe, bbf;
    long bc0, bc1, bc2, bc3, bc4, bc5, bc6, bc7, bc8, bc9, bca, bcb, bcc, bcd, bce, bcf;
    long bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, bda, bdb, bdc, bdd, bde, bdf;
    long be0, be1, be2, be3, be4, be5, be6, be7, be8, be9, bea, beb, bec, bed, bee, bef;
    long bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9, bfa, bfb, bfc, bfd, bfe, bff;
    long c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c0a, c0b, c0c, c0d, c0e, c0f;
    long c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c1a, c1b, c1c, c1d, c1e, c1f;
    long c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c2a, c2b, c2c, c2d, c2e, c2f;
    long c30, c31, c32, c33, c34, c35, c36, c37, c38, c39, c3a, c3b, c3c, c3d, c3e, c3f;
    long c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, c4a, c4b, c4c, c4d, c4e, c4f;
    long c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c5a, c5b, c5c, c5d, c5e, c5f;
    long c60, c61, c62, c63, c64, c65, c66, c67, c68, c69, c6a, c6b, c6c, c6d, c6e, c6f;
    long c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c7a, c7b, c7c, c7d, c7e, c7f;
    long c80, c81, c82, c83, c84, c85, c86, c87, c88, c89, c8a, c8b, c8c, c8d, c8e, c8f;
    long c90, c91, c92, c93, c94, c95, c96, c97, c98, c99, c9a, c9b, c9c, c9d, c9e, c9f;
    long ca0, ca1, ca2, ca3, ca4, ca5, ca6, ca7, ca8, ca9, caa, cab, cac, cad, cae, caf;
    long cb0, cb1, cb2, cb3, cb4, cb5, cb6, cb7, cb8, cb9, cba, cbb, cbc, cbd, cbe, cbf;
    long cc0, cc1, cc2, cc3, cc4, cc5, cc6, cc7, cc8, cc9, cca, ccb, ccc, ccd, cce, ccf;
    long cd0, cd1, cd2, cd3, cd4, cd5, cd6, cd7, cd8, cd9, cda, cdb, cdc, cdd, cde, cdf;
    long ce0, ce1, ce2, ce3, ce4, ce5, ce6, ce7, ce8, ce9, cea, ceb, cec, ced, cee, cef;
    long cf0, cf1, cf2, cf3, cf4, cf5, cf6, cf7, cf8, cf9, cfa, cfb, cfc, cfd, cfe, cff;
    if (goesOnInterpreted) {
      throw new StackOverflowError();
    }
  }
}
