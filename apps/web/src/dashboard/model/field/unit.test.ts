import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UNIT_IDS, unitOf } from "./unit.ts";
import { valueText } from "./value-text.ts";

type Formatted = readonly [value: number, prefix: string, text: string, suffix: string];

/** What the peer's own code writes; the file says of which version. */
const { units } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../../../test/fixtures/dashboards/peer-units.json"), "utf8"),
) as { readonly units: Readonly<Record<string, readonly Formatted[]>> }; // a file of ours

/** Scales of counted things, which are those of SI here. */
const SCALES: ReadonlyMap<string, string> = new Map([
  ["K", "k"],
  ["Mil", "M"],
]);

/** Units whose symbol here is another one: that of the standard, or the same word for all rates. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["lux", "lx"],
  ["dBm", "dBm"],
  ["cps", "/s"],
  ["eps", "ev/s"],
  ["cpm", "/min"],
  ["opm", "ops/min"],
  ["reqpm", "req/min"],
  ["rpm", "rd/min"],
  ["wpm", "wr/min"],
  ["epm", "ev/min"],
  ["mpm", "msg/min"],
  ["recpm", "rec/min"],
  ["rowspm", "rows/min"],
]);

/** What is counted has no parts: 0.5 B, not 500 mB. */
const WHOLE: ReadonlySet<string> = new Set(["Bps", "bps", "pps", "decbits", "decbytes"]);

/** Kinds of units that are words, dates or clocks: their texts are in `value-text.test.ts`. */
const IN_WORDS: ReadonlySet<string> = new Set(["duration", "date", "choice", "scientific", "hex", "time"]);

const plain = (text: string) => text.replaceAll(/[\s\u2009,]/g, "").replaceAll("−", "-");

/** The scale and symbol that the peer's suffix stands for here. */
function symbolOf(id: string, suffix: string): string {
  const own = SYMBOLS.get(id);
  const [, scale = "", rest = ""] = /^([KMG]|Mil)?(.*)$/.exec(plain(suffix)) ?? [];
  if (own !== undefined) return `${SCALES.get(scale) ?? scale}${own}`;
  return id === "short" ? (SCALES.get(plain(suffix)) ?? plain(suffix)) : `${scale}${rest}`;
}

function compared(id: string): readonly string[] {
  return (units[id] ?? []).flatMap(([value, prefix, text, suffix]) => {
    if (value < 1 && WHOLE.has(id)) return [];
    const shown = valueText(value, { unit: id });
    const [theirs, ours] = [Number(text.replaceAll(",", "")), Number(plain(shown.text))];
    const isSameSymbol = plain(shown.unit) === symbolOf(id, suffix) && plain(shown.before) === plain(prefix);
    const isSameNumber = Math.abs(theirs - ours) <= Math.abs(theirs) * 0.006;
    const written = `${id}: ${value} is ${plain(shown.before)}${plain(shown.text)}${plain(shown.unit)}`;
    return isSameSymbol && isSameNumber ? [] : [`${written}, there ${prefix}${text}${suffix}`];
  });
}

describe("the units", () => {
  it("have every id of the peer", () => {
    const known = new Set(UNIT_IDS);

    expect(Object.keys(units).length).toBe(273);
    expect(Object.keys(units).filter((id) => !known.has(id))).toEqual([]);
  });

  const counted = Object.keys(units).filter((id) => !IN_WORDS.has(unitOf(id).kind));

  it("scale as the peer's and have its symbols", () => {
    expect(counted.flatMap(compared)).toEqual([]);
  });
});
