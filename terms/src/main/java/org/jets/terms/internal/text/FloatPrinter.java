package org.jets.terms.internal.text;

/**
 * Prints floats as Erlang does: by the {@linkplain ShortestDecimal shortest digits} that read back
 * as the same float. The point always has a digit on each side. Of the plain form {@code 1200.0}
 * and the scientific form {@code 1.2e3} the shorter is printed, or the plain form if they are
 * equally long. From 2^53 on, the scientific form is always printed, since plain digits would
 * suggest more precision than the float has.
 */
public final class FloatPrinter {

  private static final double TWO_POW_53 = 0x1p53;

  private FloatPrinter() {}

  public static String of(double value) {
    StringBuilder out = new StringBuilder(24);
    if (Double.doubleToRawLongBits(value) < 0) {
      out.append('-');
    }
    double magnitude = Math.abs(value);
    if (magnitude == 0) {
      return out.append("0.0").toString();
    }
    ShortestDecimal decimal = ShortestDecimal.of(magnitude);
    String digits = Long.toString(decimal.digits());
    int count = digits.length();
    int power = decimal.exponent() + count - 1; // of the first digit
    if (magnitude < TWO_POW_53 && plainLength(count, power) <= scientificLength(count, power)) {
      appendPlain(out, digits, power);
    } else {
      out.append(digits.charAt(0)).append('.');
      out.append(count == 1 ? "0" : digits.substring(1)).append('e').append(power);
    }
    return out.toString();
  }

  private static void appendPlain(StringBuilder out, String digits, int power) {
    int count = digits.length();
    if (power < 0) {
      out.append("0.").append("0".repeat(-power - 1)).append(digits);
    } else if (power < count - 1) {
      out.append(digits, 0, power + 1).append('.').append(digits, power + 1, count);
    } else {
      out.append(digits).append("0".repeat(power - count + 1)).append(".0");
    }
  }

  private static int plainLength(int count, int power) {
    if (power < 0) {
      return 1 - power + count;
    }
    return power < count - 1 ? count + 1 : power + 3;
  }

  private static int scientificLength(int count, int power) {
    int mantissa = count == 1 ? 3 : count + 1;
    return mantissa + 1 + Integer.toString(power).length();
  }
}
