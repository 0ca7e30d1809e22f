import { type Bucket, bucketsOf, type Histogram } from "../histogram/histogram.ts";
import { formatFloat } from "./float-text.ts";

/** How a bucket's bounds are told: 0 open at the left, 1 open at the right, 3 closed. */
const RULES: Readonly<Record<Bucket["includes"], number>> = { upper: 0, lower: 1, both: 3 };

/** A native histogram as the API answers it; empty buckets are left out. */
export function histogramJson(histogram: Histogram): string {
  const buckets = bucketsOf(histogram)
    .filter(({ count }) => count !== 0)
    .map(
      ({ includes, lower, upper, count }) =>
        `[${RULES[includes]},"${formatFloat(lower)}","${formatFloat(upper)}","${formatFloat(count)}"]`,
    );
  const totals = `"count":"${formatFloat(histogram.count)}","sum":"${formatFloat(histogram.sum)}"`;
  return buckets.length === 0 ? `{${totals}}` : `{${totals},"buckets":[${buckets.join(",")}]}`;
}

/** A native histogram as a text, e.g. for a label: `{count:3, sum:5, (1,2]:3}`. */
export function histogramText(histogram: Histogram): string {
  const parts = bucketsOf(histogram)
    .filter(({ count }) => count !== 0)
    .map(({ includes, lower, upper, count }) => {
      const [open, close] = [includes === "upper" ? "(" : "[", includes === "lower" ? ")" : "]"];
      return `${open}${formatFloat(lower)},${formatFloat(upper)}${close}:${formatFloat(count)}`;
    });
  return `{${[`count:${formatFloat(histogram.count)}`, `sum:${formatFloat(histogram.sum)}`, ...parts].join(", ")}}`;
}
