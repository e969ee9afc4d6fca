package org.jets.collections.internal.sync;

/**
 * Room on the stack for steps that must not be left halfway. A thread that is about to make such a
 * step calls {@link #require}: an overflow comes then, when nothing has changed.
 *
 * <p>Such a step is often one of several in a call, and an overflow in a later one would leave the
 * call halfway. So the room is asked for on two levels:
 *
 * <ul>
 *   <li>A call that changes something in more than one step, or takes something that it gives back
 *       at its end, begins with {@link #requireForCall}. Nothing has changed before.
 *   <li>A step asks by {@link #require}. Within such a call it always finds the room, unless
 *       foreign code called it. A call of one step needs nothing else.
 *   <li>A step that undoes another one, or gives something back, runs no deeper than the first
 *       steps of the call. So it has the room too, also after foreign code has overflowed.
 * </ul>
 *
 * <p>The step may run interpreted where the check is compiled, and interpreted frames are several
 * times as large. So the check has a frame of more than 12 or 24 KB in the interpreter, for
 * variables that it never uses. Compiled by HotSpot it has no room for them, but a branch that it
 * never takes and where it would go on in the interpreter. When HotSpot enters compiled code it
 * makes sure of the stack for all such branches, by one store into each page. That takes some
 * nanoseconds.
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

  /**
   * Makes sure of some 24 KB: enough for a call of several steps that make sure of 12 KB each, if
   * the last of them is not more than 12 KB below the caller.
   *
   * @throws StackOverflowError if there is less
   */
  @SuppressWarnings({"unused", "UnusedVariable", "MultiVariableDeclaration"}) // See the class.
  public static void requireForCall() {
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
    long d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d0a, d0b, d0c, d0d, d0e, d0f;
    long d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d1a, d1b, d1c, d1d, d1e, d1f;
    long d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d2a, d2b, d2c, d2d, d2e, d2f;
    long d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d3a, d3b, d3c, d3d, d3e, d3f;
    long d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d4a, d4b, d4c, d4d, d4e, d4f;
    long d50, d51, d52, d53, d54, d55, d56, d57, d58, d59, d5a, d5b, d5c, d5d, d5e, d5f;
    long d60, d61, d62, d63, d64, d65, d66, d67, d68, d69, d6a, d6b, d6c, d6d, d6e, d6f;
    long d70, d71, d72, d73, d74, d75, d76, d77, d78, d79, d7a, d7b, d7c, d7d, d7e, d7f;
    long d80, d81, d82, d83, d84, d85, d86, d87, d88, d89, d8a, d8b, d8c, d8d, d8e, d8f;
    long d90, d91, d92, d93, d94, d95, d96, d97, d98, d99, d9a, d9b, d9c, d9d, d9e, d9f;
    long da0, da1, da2, da3, da4, da5, da6, da7, da8, da9, daa, dab, dac, dad, dae, daf;
    long db0, db1, db2, db3, db4, db5, db6, db7, db8, db9, dba, dbb, dbc, dbd, dbe, dbf;
    long dc0, dc1, dc2, dc3, dc4, dc5, dc6, dc7, dc8, dc9, dca, dcb, dcc, dcd, dce, dcf;
    long dd0, dd1, dd2, dd3, dd4, dd5, dd6, dd7, dd8, dd9, dda, ddb, ddc, ddd, dde, ddf;
    long de0, de1, de2, de3, de4, de5, de6, de7, de8, de9, dea, deb, dec, ded, dee, def;
    long df0, df1, df2, df3, df4, df5, df6, df7, df8, df9, dfa, dfb, dfc, dfd, dfe, dff;
    long e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e0a, e0b, e0c, e0d, e0e, e0f;
    long e10, e11, e12, e13, e14, e15, e16, e17, e18, e19, e1a, e1b, e1c, e1d, e1e, e1f;
    long e20, e21, e22, e23, e24, e25, e26, e27, e28, e29, e2a, e2b, e2c, e2d, e2e, e2f;
    long e30, e31, e32, e33, e34, e35, e36, e37, e38, e39, e3a, e3b, e3c, e3d, e3e, e3f;
    long e40, e41, e42, e43, e44, e45, e46, e47, e48, e49, e4a, e4b, e4c, e4d, e4e, e4f;
    long e50, e51, e52, e53, e54, e55, e56, e57, e58, e59, e5a, e5b, e5c, e5d, e5e, e5f;
    long e60, e61, e62, e63, e64, e65, e66, e67, e68, e69, e6a, e6b, e6c, e6d, e6e, e6f;
    long e70, e71, e72, e73, e74, e75, e76, e77, e78, e79, e7a, e7b, e7c, e7d, e7e, e7f;
    long e80, e81, e82, e83, e84, e85, e86, e87, e88, e89, e8a, e8b, e8c, e8d, e8e, e8f;
    long e90, e91, e92, e93, e94, e95, e96, e97, e98, e99, e9a, e9b, e9c, e9d, e9e, e9f;
    long ea0, ea1, ea2, ea3, ea4, ea5, ea6, ea7, ea8, ea9, eaa, eab, eac, ead, eae, eaf;
    long eb0, eb1, eb2, eb3, eb4, eb5, eb6, eb7, eb8, eb9, eba, ebb, ebc, ebd, ebe, ebf;
    long ec0, ec1, ec2, ec3, ec4, ec5, ec6, ec7, ec8, ec9, eca, ecb, ecc, ecd, ece, ecf;
    long ed0, ed1, ed2, ed3, ed4, ed5, ed6, ed7, ed8, ed9, eda, edb, edc, edd, ede, edf;
    long ee0, ee1, ee2, ee3, ee4, ee5, ee6, ee7, ee8, ee9, eea, eeb, eec, eed, eee, eef;
    long ef0, ef1, ef2, ef3, ef4, ef5, ef6, ef7, ef8, ef9, efa, efb, efc, efd, efe, eff;
    long f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f0a, f0b, f0c, f0d, f0e, f0f;
    long f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f1a, f1b, f1c, f1d, f1e, f1f;
    long f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f2a, f2b, f2c, f2d, f2e, f2f;
    long f30, f31, f32, f33, f34, f35, f36, f37, f38, f39, f3a, f3b, f3c, f3d, f3e, f3f;
    long f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f4a, f4b, f4c, f4d, f4e, f4f;
    long f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f5a, f5b, f5c, f5d, f5e, f5f;
    long f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f6a, f6b, f6c, f6d, f6e, f6f;
    long f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f7a, f7b, f7c, f7d, f7e, f7f;
    long f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f8a, f8b, f8c, f8d, f8e, f8f;
    long f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f9a, f9b, f9c, f9d, f9e, f9f;
    long fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7, fa8, fa9, faa, fab, fac, fad, fae, faf;
    long fb0, fb1, fb2, fb3, fb4, fb5, fb6, fb7, fb8, fb9, fba, fbb, fbc, fbd, fbe, fbf;
    long fc0, fc1, fc2, fc3, fc4, fc5, fc6, fc7, fc8, fc9, fca, fcb, fcc, fcd, fce, fcf;
    long fd0, fd1, fd2, fd3, fd4, fd5, fd6, fd7, fd8, fd9, fda, fdb, fdc, fdd, fde, fdf;
    long fe0, fe1, fe2, fe3, fe4, fe5, fe6, fe7, fe8, fe9, fea, feb, fec, fed, fee, fef;
    long ff0, ff1, ff2, ff3, ff4, ff5, ff6, ff7, ff8, ff9, ffa, ffb, ffc, ffd, ffe, fff;
    if (goesOnInterpreted) {
      throw new StackOverflowError();
    }
  }
}
