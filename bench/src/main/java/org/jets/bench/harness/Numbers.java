package org.jets.bench.harness;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers for people: three digits that mean something. */
public final class Numbers {
  private static final int DIGITS = 3;
  private static final double THOUSAND = 1000;

  private Numbers() {}

  public static String text(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    if (Math.abs(value) >= THOUSAND) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = rounded(value);
    return rounded
        .setScale(Math.max(0, Math.min(rounded.scale(), DIGITS)), RoundingMode.HALF_EVEN)
        .toPlainString();
  }

  /** As {@link #text}, but with three digits of a small number, too. */
  public static String precise(double value) {
    return Math.abs(value) < 1 ? rounded(value).toPlainString() : text(value);
  }

  private static BigDecimal rounded(double value) {
    return new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
  }
}
