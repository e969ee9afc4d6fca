package org.jets.collections;

/**
 * Room on the stack for steps that must not be left halfway. A thread that is about to make such a
 * step calls {@link #require} or {@link #requireForCall}: an overflow comes then, when nothing has
 * changed.
 *
 * <p>Interpreted frames are several times as large as compiled ones, and the step may run
 * interpreted where the check is compiled. So each frame here keeps 100 values alive across the
 * call, which makes it large in both.
 */
final class StackRoom {
  /** The values that a frame keeps: eight bytes each. */
  private static final int VALUES = 100;

  /** Some 12 KB: for waiting in the JDK, and for a call that is linked for the first time. */
  private static final int FRAMES = 12;

  /** Some 3 KB: for calls that have been linked and that end in the processor's instructions. */
  private static final int FRAMES_FOR_CALL = 3;

  /** Not constants to the compiler, and so to be kept. */
  private static final long[] KEPT = new long[VALUES];

  private StackRoom() {}

  /**
   * Makes sure of room for a step that waits, or that makes calls for the first time.
   *
   * @throws StackOverflowError if there is none
   */
  static void require() {
    descend(KEPT, FRAMES);
  }

  /**
   * Makes sure of room for a step that accesses memory by calls that have been made before.
   *
   * @throws StackOverflowError if there is none
   */
  static void requireForCall() {
    descend(KEPT, FRAMES_FOR_CALL);
  }

  /**
   * Reads all values before the call, and combines them with its result one after the other: so the
   * compiler can neither read them later nor combine them before. Compiled by C1 or C2 of JDK 17
   * and 25 a frame takes some 920 bytes, interpreted 1,900.
   */
  private static long descend(long[] kept, int frames) {
    long v0 = kept[0];
    long v1 = kept[1];
    long v2 = kept[2];
    long v3 = kept[3];
    long v4 = kept[4];
    long v5 = kept[5];
    long v6 = kept[6];
    long v7 = kept[7];
    long v8 = kept[8];
    long v9 = kept[9];
    long v10 = kept[10];
    long v11 = kept[11];
    long v12 = kept[12];
    long v13 = kept[13];
    long v14 = kept[14];
    long v15 = kept[15];
    long v16 = kept[16];
    long v17 = kept[17];
    long v18 = kept[18];
    long v19 = kept[19];
    long v20 = kept[20];
    long v21 = kept[21];
    long v22 = kept[22];
    long v23 = kept[23];
    long v24 = kept[24];
    long v25 = kept[25];
    long v26 = kept[26];
    long v27 = kept[27];
    long v28 = kept[28];
    long v29 = kept[29];
    long v30 = kept[30];
    long v31 = kept[31];
    long v32 = kept[32];
    long v33 = kept[33];
    long v34 = kept[34];
    long v35 = kept[35];
    long v36 = kept[36];
    long v37 = kept[37];
    long v38 = kept[38];
    long v39 = kept[39];
    long v40 = kept[40];
    long v41 = kept[41];
    long v42 = kept[42];
    long v43 = kept[43];
    long v44 = kept[44];
    long v45 = kept[45];
    long v46 = kept[46];
    long v47 = kept[47];
    long v48 = kept[48];
    long v49 = kept[49];
    long v50 = kept[50];
    long v51 = kept[51];
    long v52 = kept[52];
    long v53 = kept[53];
    long v54 = kept[54];
    long v55 = kept[55];
    long v56 = kept[56];
    long v57 = kept[57];
    long v58 = kept[58];
    long v59 = kept[59];
    long v60 = kept[60];
    long v61 = kept[61];
    long v62 = kept[62];
    long v63 = kept[63];
    long v64 = kept[64];
    long v65 = kept[65];
    long v66 = kept[66];
    long v67 = kept[67];
    long v68 = kept[68];
    long v69 = kept[69];
    long v70 = kept[70];
    long v71 = kept[71];
    long v72 = kept[72];
    long v73 = kept[73];
    long v74 = kept[74];
    long v75 = kept[75];
    long v76 = kept[76];
    long v77 = kept[77];
    long v78 = kept[78];
    long v79 = kept[79];
    long v80 = kept[80];
    long v81 = kept[81];
    long v82 = kept[82];
    long v83 = kept[83];
    long v84 = kept[84];
    long v85 = kept[85];
    long v86 = kept[86];
    long v87 = kept[87];
    long v88 = kept[88];
    long v89 = kept[89];
    long v90 = kept[90];
    long v91 = kept[91];
    long v92 = kept[92];
    long v93 = kept[93];
    long v94 = kept[94];
    long v95 = kept[95];
    long v96 = kept[96];
    long v97 = kept[97];
    long v98 = kept[98];
    long v99 = kept[99];
    long result = frames == 0 ? 0 : descend(kept, frames - 1);
    result ^= v0;
    result += v1;
    result ^= v2;
    result += v3;
    result ^= v4;
    result += v5;
    result ^= v6;
    result += v7;
    result ^= v8;
    result += v9;
    result ^= v10;
    result += v11;
    result ^= v12;
    result += v13;
    result ^= v14;
    result += v15;
    result ^= v16;
    result += v17;
    result ^= v18;
    result += v19;
    result ^= v20;
    result += v21;
    result ^= v22;
    result += v23;
    result ^= v24;
    result += v25;
    result ^= v26;
    result += v27;
    result ^= v28;
    result += v29;
    result ^= v30;
    result += v31;
    result ^= v32;
    result += v33;
    result ^= v34;
    result += v35;
    result ^= v36;
    result += v37;
    result ^= v38;
    result += v39;
    result ^= v40;
    result += v41;
    result ^= v42;
    result += v43;
    result ^= v44;
    result += v45;
    result ^= v46;
    result += v47;
    result ^= v48;
    result += v49;
    result ^= v50;
    result += v51;
    result ^= v52;
    result += v53;
    result ^= v54;
    result += v55;
    result ^= v56;
    result += v57;
    result ^= v58;
    result += v59;
    result ^= v60;
    result += v61;
    result ^= v62;
    result += v63;
    result ^= v64;
    result += v65;
    result ^= v66;
    result += v67;
    result ^= v68;
    result += v69;
    result ^= v70;
    result += v71;
    result ^= v72;
    result += v73;
    result ^= v74;
    result += v75;
    result ^= v76;
    result += v77;
    result ^= v78;
    result += v79;
    result ^= v80;
    result += v81;
    result ^= v82;
    result += v83;
    result ^= v84;
    result += v85;
    result ^= v86;
    result += v87;
    result ^= v88;
    result += v89;
    result ^= v90;
    result += v91;
    result ^= v92;
    result += v93;
    result ^= v94;
    result += v95;
    result ^= v96;
    result += v97;
    result ^= v98;
    result += v99;
    return result;
  }
}
