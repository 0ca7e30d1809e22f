import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tickText, valueLine, valueText } from "./value-text.ts";

/** Thin spaces read as plain ones here, so that the table stays legible. */
const lineOf = (value: number, unit?: string, decimals?: number) =>
  valueLine(value, { unit, decimals, now: Date.UTC(2026, 4, 12, 12), timeZone: "UTC" }).replaceAll("\u2009", " ");

describe("a value in its unit", () => {
  it.each([
    [0, "none", "0"],
    [1234.5, "none", "1,235"],
    [0.000123456, "none", "0.000123"],
    [12_400, "short", "12.4 k"],
    [999.9, "short", "1.00 k"],
    [-2_000_000, "short", "−2 M"],
    [0.005, "short", "0.005"],
    [2.378, "percent", "2.38 %"],
    [0.5, "percentunit", "50 %"],
    [0, "bytes", "0 B"],
    [1023, "bytes", "1,023 B"],
    [1024, "bytes", "1 KiB"],
    [1024 ** 3, "bytes", "1 GiB"],
    [1536, "bytes", "1.5 KiB"],
    [3 * 1024 ** 3, "bytes", "3 GiB"],
    [1500, "decbytes", "1.5 kB"],
    [2, "gbytes", "2 GiB"],
    [1_000_000, "Bps", "1 MB/s"],
    [0.25, "Bps", "0.25 B/s"],
    [2048, "binBps", "2 KiB/s"],
    [125_000, "bps", "125 kb/s"],
    [8192, "bits", "8 Kib"],
    [12_400, "reqps", "12.4 k req/s"],
    [5, "ops", "5 ops/s"],
    [1500, "pps", "1.5 k p/s"],
    [0.412, "s", "412 ms"],
    [90, "s", "1.5 min"],
    [0, "s", "0 s"],
    [0.000_25, "s", "250 µs"],
    [1500, "ms", "1.5 s"],
    [250, "µs", "250 µs"],
    [1e9, "ns", "1 s"],
    [36, "h", "1.5 d"],
    [93_784, "dtdurations", "1 d 2 h"],
    [3661, "dthms", "01:01:01"],
    [1500, "hertz", "1.5 kHz"],
    [0.012, "amp", "12 mA"],
    [21.5, "celsius", "21.5 °C"],
    [12.5, "currencyUSD", "$ 12.50"],
    [7, "currency:zł", "zł 7.00"],
    [7, "suffix:pods", "7 pods"],
    [7, "prefix:v", "v7"],
    [7.5, "prefix:v", "v7.5"],
    [12.3, "megwatt", "12.3 MW"],
    [1235, "currencyINR", "₹ 1.24 K"],
    [1_500_000, "currencySEK", "1.5 Mkr"],
    [-12.5, "currencyDKK", "−12.50 kr"],
    [250, "conppb", "250 ppb"],
    [93_784, "dtdhms", "1 d 02:03:04"],
    [3661, "dtdhms", "01:01:01"],
    [1500, "si:mW", "1.5 W"],
    [1500, "count:ev", "1.5 k ev"],
    [3, "widgets", "3 widgets"],
    [1, "bool_yes_no", "Yes"],
    [0, "bool_on_off", "Off"],
    [1, "bool", "True"],
    [Date.UTC(2026, 4, 12, 9, 8, 7), "dateTimeAsIso", "2026-05-12 09:08:07"],
    [Date.UTC(2026, 4, 12, 11, 56), "dateTimeFromNow", "4 min ago"],
    [Date.UTC(2026, 4, 12, 9, 8, 7), "time:YYYY/MM/DD HH:mm", "2026/05/12 09:08"],
    [1.8e-16, "none", "1.80e−16"],
    [4.2e19, "none", "4.20e+19"],
    [1e250, "bytes", "8.27e+225 YiB"],
    [Number.NaN, "s", "NaN"],
    [Number.NEGATIVE_INFINITY, "s", "−∞"],
  ])("%d in %s is %j", (value, unit, line) => {
    expect(lineOf(value, unit)).toBe(line);
  });

  it.each([
    [1.234, "percent", 2, "1.23 %"],
    [1234, "short", 1, "1.2 k"],
    [0.5, "none", 0, "1"],
    [-0.001, "none", 1, "0.0"],
  ])("%d in %s with %j digits behind the point is %j", (value, unit, decimals, line) => {
    expect(lineOf(value, unit, decimals)).toBe(line);
  });

  it("gives its parts, so that a panel can draw the unit smaller", () => {
    expect(valueText(0.412, { unit: "s" })).toEqual({ before: "", text: "412", unit: "ms" });
  });

  it("always has words, whatever the value, the unit and the digits", () => {
    const units = fc.oneof(
      fc.string(),
      fc.constantFrom("s", "bytes", "dtdurations", "dateTimeAsIso", "dateTimeFromNow", "hex", "sci", "short"),
    );
    fc.assert(
      fc.property(
        fc.double(),
        units,
        fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
        (value, unit, decimals) => {
          expect(valueLine(value, { unit, decimals, now: 0 })).not.toMatch(/^$|undefined|Infinity/);
        },
      ),
    );
  });
});

describe("a tick", () => {
  it.each([
    [0, 0.2, 1, "s", "0 s"],
    [0.4, 0.2, 1, "s", "0.4 s"],
    [0.0008, 0.0002, 0.001, "s", "0.8 ms"],
    [0.001, 0.0002, 0.001, "s", "1.0 ms"],
    [30, 15, 105, "s", "30 s"],
    [120, 60, 420, "s", "2 min"],
    [900_000, 900_000, 5_400_000, "ms", "15 min"],
    [6, 6, 60, "h", "6 h"],
    [172_800, 172_800, 864_000, "s", "2 d"],
    [60, 60, 60, "s", "1 min"],
    [536_870_912, 536_870_912, 1_610_612_736, "bytes", "0.5 GiB"],
    [0.25, 0.25, 1, "percentunit", "25 %"],
    [1500, 500, 2000, "short", "1.5 k"],
    [10, 5, 20, "none", "10"],
    [32_768, 32_768, 32_768, "short", "32.8 k"],
    [1_073_741_824, 1_073_741_824, 1_073_741_824, "short", "1.07 G"],
    [1_073_741_824, 1_073_741_824, 1_073_741_824, "bytes", "1 GiB"],
    [0.01, 0.01, 0.01, "none", "0.01"],
    [2e-15, 1e-15, 4e-15, "none", "2.00e−15"],
    [2e249, 1e249, 4e249, "none", "2.00e+249"],
  ])("at %d, %d apart and up to %d, in %s is %s", (value, step, most, unit, text) => {
    expect(tickText(value, { step, most }, { unit }).replaceAll("\u2009", " ")).toBe(text);
  });
});
