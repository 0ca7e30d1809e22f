/** A number as the API writes it: the shortest text that reads back to the same number, Go's exponents and infinities. */
export function formatFloat(value: number): string {
  const special = formatSpecial(value);
  if (special !== undefined) return special;
  const text = String(value);
  return text.includes("e") ? text.replace(/e([+-])(\d)$/, "e$10$2") : text;
}

/** A number as OpenMetrics writes it in labels: whole ones with a fraction, `1.0`. */
export function formatLabelNumber(value: number): string {
  const text = formatFloat(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A number without exponent, as label values hold it. */
export function formatPlain(value: number): string {
  const special = formatSpecial(value);
  if (special !== undefined) return special;
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}

function formatSpecial(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return Object.is(value, -0) ? "-0" : undefined;
}
