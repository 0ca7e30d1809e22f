import { keptLanguage } from "../../../messages/language.ts";
import { dashboardMessages } from "../../messages.ts";
import { dateByLetters } from "../time/date-letters.ts";
import { dateText, dateTimeText, timeText } from "../time/time-text.ts";
import { type Unit, unitOf } from "./unit.ts";

/** A value in words: the number, and what stands before and behind it, so that a panel can make these smaller. */
export interface ValueText {
  readonly before: string;
  readonly text: string;
  readonly unit: string;
}

export interface ValueFormat {
  /** Id of the unit. */
  readonly unit?: string | undefined;
  /** Digits behind the point; three significant digits in all unless given. */
  readonly decimals?: number | undefined;
  /** Of dates; UTC unless given. */
  readonly timeZone?: string | undefined;
  /** What ages are counted from: milliseconds since 1970. */
  readonly now?: number | undefined;
}

/** Stands between a number and its unit. */
const THIN_SPACE = "\u2009";

/** A number in its unit. What is no number has no text: the caller says what stands there. */
export function valueText(value: number, format: ValueFormat = {}): ValueText {
  if (!Number.isFinite(value)) return plain(Number.isNaN(value) ? "NaN" : `${value < 0 ? "−" : ""}∞`);
  return write(value, unitOf(format.unit), format);
}

/** As one line of text: `412 ms`, `2.38 %`. */
export function valueLine(value: number, format: ValueFormat = {}): string {
  return lineOf(valueText(value, format));
}

export function lineOf({ before, text, unit }: ValueText): string {
  return unit === "" ? `${before}${text}` : `${before}${text}${THIN_SPACE}${unit}`;
}

/**
 * The text of a tick: in the scale of its axis, with as many digits as tell it from its neighbours.
 *
 * @param axis - `step`: distance between two ticks; `most`: the largest of them; both the tick itself where it has no neighbour
 */
export function tickText(
  value: number,
  axis: { readonly step: number; readonly most: number },
  format: ValueFormat = {},
): string {
  const unit = unitOf(format.unit);
  const scale = unit.kind === "time" ? tickScale(axis, unit.seconds) : scaleOf(axis.most, unit);
  if (scale === undefined) return valueLine(value, format);
  const step = axis.step / scale.size;
  const exact = value === 0 ? 0 : step < LEAST_STEP ? undefined : decimalsOfStep(step);
  // A tick that has no neighbour to be told from is short: those of a logarithmic axis are far apart.
  const least = axis.step === axis.most && exact !== undefined ? Math.min(exact, decimalsOf(step)) : exact;
  const decimals = format.decimals ?? least;
  return lineOf({ before: "", text: digits(value / scale.size, decimals), unit: scale.symbol });
}

/** The smallest difference that the texts of ticks tell, where `most` is the largest; any unless decimals are given. */
export function tickUnitOf(most: number, { unit: id, decimals }: ValueFormat): number | undefined {
  const unit = unitOf(id);
  if (unit.kind === "duration") return unit.as === "words" ? undefined : 1 / unit.seconds;
  const scale = decimals === undefined ? undefined : scaleOf(most, unit);
  if (scale === undefined) return undefined;
  const size = unit.kind === "time" ? Math.min(scale.size, 1 / unit.seconds) : scale.size;
  return size / 10 ** (decimals ?? 0);
}

function write(value: number, unit: Unit, format: ValueFormat): ValueText {
  switch (unit.kind) {
    case "prefix":
      return plain(`${unit.symbol}${digits(value, format.decimals)}`);
    case "money":
      return moneyText(value, unit, format);
    case "duration":
      return plain(DURATIONS[unit.as](value * unit.seconds));
    case "date":
      return plain(dateWords(value, unit, format));
    case "choice":
      return plain(inLanguage(value === 0 ? unit.no : unit.yes));
    case "scientific":
      return plain(powerOfTen(value, format.decimals ?? 2));
    case "hex":
      return plain(`${value < 0 ? "−" : ""}${unit.prefix}${Math.abs(Math.round(value)).toString(16).toUpperCase()}`);
    default:
      return scaled(value, unit, format);
  }
}

const THOUSANDS = ["", "K", "M", "B", "T"];

/** `$ 12.50`, `$ 1.23 M`, `12.50 kr` */
function moneyText(
  value: number,
  { symbol, isBehind }: Unit & { kind: "money" },
  { decimals }: ValueFormat,
): ValueText {
  const power = value === 0 ? 0 : Math.floor(roundedLog(Math.abs(value), 1000));
  const at = Math.min(Math.max(power, 0), THOUSANDS.length - 1);
  const text = digits(Math.abs(value) / 1000 ** at, decimals ?? (at === 0 ? 2 : undefined));
  const [sign, scale] = [value < 0 ? "−" : "", THOUSANDS[at] ?? ""];
  if (isBehind) return { before: sign, text, unit: `${scale}${symbol}` };
  return { before: `${sign}${symbol}${THIN_SPACE}`, text, unit: scale };
}

function scaled(value: number, unit: Unit, { decimals }: ValueFormat): ValueText {
  const scale = scaleOf(value, unit);
  const number = scale === undefined ? value : value / scale.size;
  return { before: "", text: digits(number, decimals), unit: scale?.symbol ?? "" };
}

function plain(text: string): ValueText {
  return { before: "", text, unit: "" };
}

interface Scale {
  /** What one of the symbol is in the value's own unit. */
  readonly size: number;
  readonly symbol: string;
}

function scaleOf(value: number, unit: Unit): Scale | undefined {
  if (unit.kind === "fixed") return { size: 1 / unit.factor, symbol: unit.symbol };
  if (unit.kind === "time") return timeScale(Math.abs(value) * unit.seconds, unit.seconds);
  if (unit.kind !== "scaled") return undefined;
  return prefixScale(Math.abs(value), unit);
}

const PREFIXES = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"];
const UNPREFIXED = PREFIXES.indexOf("");

function prefixScale(magnitude: number, { symbol, base, from, isApart }: Unit & { kind: "scaled" }): Scale {
  // What is counted, bytes and bits among it, has no parts: 0.5 B, not 500 mB.
  const isCounted = isApart || base === 1024 || /^b(\/s)?$/i.test(symbol);
  const lowest = isCounted ? Math.min(0, from) : -UNPREFIXED;
  const power = magnitude === 0 ? from : from + Math.floor(roundedLog(magnitude, base));
  const exponent = Math.min(Math.max(power, lowest), PREFIXES.length - 1 - UNPREFIXED);
  const prefix = PREFIXES[UNPREFIXED + exponent] ?? "";
  const binary = base === 1024 && prefix !== "" ? `${prefix.replace("k", "K")}i` : prefix;
  return { size: base ** (exponent - from), symbol: isApart ? apart(prefix, symbol) : `${binary}${symbol}` };
}

function apart(prefix: string, symbol: string): string {
  return prefix === "" || symbol === "" || symbol.startsWith("/")
    ? `${prefix}${symbol}`
    : `${prefix}${THIN_SPACE}${symbol}`;
}

/** Of 999.9 as of 1000: what rounds to 1000 is one of the next prefix. */
function roundedLog(magnitude: number, base: number): number {
  // Rounded down, 1024 would not be one of the next prefix any more.
  const rounded = Math.max(magnitude, Number(magnitude.toPrecision(3)));
  return Math.log(rounded) / Math.log(base) + 1e-12;
}

const TIMES = [
  [1e-9, "ns"],
  [1e-6, "µs"],
  [1e-3, "ms"],
  [1, "s"],
  [60, "min"],
  [3600, "h"],
  [86_400, "d"],
  [604_800, "w"],
  [31_557_600, "y"],
] as const;

function timeScale(seconds: number, unitSeconds: number): Scale {
  if (seconds === 0) return { size: 1, symbol: TIMES.find(([size]) => size === unitSeconds)?.[1] ?? "s" };
  const rounded = Number(seconds.toPrecision(3));
  const [size, symbol] = TIMES.findLast(([least]) => rounded >= least * (1 - 1e-9)) ?? TIMES[0];
  return { size: size / unitSeconds, symbol };
}

/** The largest unit of time of which ticks are whole: 15 s, 30 s, … 90 s rather than 0.25 min. Parts of seconds have tens. */
function tickScale({ step, most }: { readonly step: number; readonly most: number }, unitSeconds: number): Scale {
  const largest = timeScale(most * unitSeconds, unitSeconds);
  const isWhole = (size: number) => {
    const steps = (step * unitSeconds) / size;
    return Math.abs(steps - Math.round(steps)) < 1e-6 * steps;
  };
  const whole = TIMES.findLast(([size]) => size <= largest.size * unitSeconds && (size <= 1 || isWhole(size)));
  if (largest.size * unitSeconds <= 1 || whole === undefined) return largest;
  return { size: whole[0] / unitSeconds, symbol: whole[1] };
}

const numbers = new Map<string, Intl.NumberFormat>();

/** With separators of thousands and a real minus sign. Three significant digits unless `decimals` says how many. */
function digits(number: number, decimals: number | undefined): string {
  const size = Math.abs(number);
  if (size >= LARGEST || (number !== 0 && size < 1e-6 && decimals === undefined)) return powerOfTen(number, 2);
  const least = decimals ?? (isShort(number) ? 0 : decimalsOf(number));
  const most = decimals ?? decimalsOf(number);
  const text = numberFormat(Math.min(least, most, 20), Math.min(most, 20)).format(number);
  return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", "");
}

/** From here on a number has more digits than anybody reads, or than it is exact to. */
const LARGEST = 1e16;

/** Ticks that are closer than this are not told apart by digits behind the point. */
const LEAST_STEP = 1e-8;

/** `1.80e−16` */
function powerOfTen(number: number, decimals: number): string {
  const [mantissa, exponent = ""] = number.toExponential(decimals).split("e");
  return `${numberFormat(decimals, decimals).format(Number(mantissa))}e${exponent}`.replaceAll("-", "−");
}

function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(keptLanguage(), { minimumFractionDigits: least, maximumFractionDigits: most });
  numbers.set(key, made);
  return made;
}

/** Three significant digits say it exactly: `1.5` needs no `1.50`. */
function isShort(number: number): boolean {
  return Math.abs(Number(number.toPrecision(3)) - number) <= Math.abs(number) * 1e-12;
}

function decimalsOf(number: number): number {
  const magnitude = Math.abs(Number(number.toPrecision(3)));
  if (magnitude === 0) return 0;
  return Math.max(0, 2 - Math.floor(Math.log10(magnitude) + 1e-12));
}

/** The least digits that write multiples of a step exactly. */
function decimalsOfStep(step: number): number {
  for (let decimals = 0; decimals < 8; decimals++) {
    const shifted = step * 10 ** decimals;
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * Math.max(1, shifted) && Math.round(shifted) > 0)
      return decimals;
  }
  return 8;
}

const WORDS = [
  [31_557_600, "y"],
  [604_800, "w"],
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** The two largest units: `2 d 3 h`. */
function durationWords(seconds: number): string {
  const sign = seconds < 0 ? "−" : "";
  let rest = Math.abs(seconds);
  if (rest < 1) return `${sign}${valueLine(rest, { unit: "s" })}`;
  const first = WORDS.findIndex(([size]) => rest >= size);
  const parts = WORDS.slice(first, first + 2).map(([size, symbol], at) => {
    const whole = Math.floor(rest / size + (at === 1 && size === 1 ? 0.5 : 0));
    rest -= whole * size;
    return whole === 0 ? "" : `${whole}${THIN_SPACE}${symbol}`;
  });
  return sign + parts.filter((part) => part !== "").join(" ");
}

/** `27:05:09` */
function clockText(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const two = (number: number) => String(number).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** `1 d 02:03:04` */
function daysAndClockText(seconds: number): string {
  const days = Math.floor(Math.abs(seconds) / 86_400);
  const clock = clockText(Math.abs(seconds) % 86_400);
  return `${seconds < 0 ? "−" : ""}${days === 0 ? "" : `${days}${THIN_SPACE}d `}${clock}`;
}

const DURATIONS = { words: durationWords, clock: clockText, "days and clock": daysAndClockText } as const;

function dateWords(
  time: number,
  unit: Unit & { kind: "date" },
  { timeZone = "UTC", now = Date.now() }: ValueFormat,
): string {
  if (Math.abs(time) > 8.64e15) return String(time);
  if (unit.format !== undefined && unit.format !== "") return dateByLetters(time, unit.format, timeZone);
  if (unit.as === "age") return ageWords((now - time) / 1000);
  if (unit.as === "day" && dateText(time, timeZone) === dateText(now, timeZone)) return timeText(time, timeZone);
  return dateTimeText(time, timeZone);
}

const CHOICES: ReadonlyMap<string, string> = new Map(Object.entries(dashboardMessages.value.choices));

function inLanguage(word: string): string {
  return CHOICES.get(word) ?? word;
}

function ageWords(seconds: number): string {
  const size = durationWords(Math.max(1, Math.abs(seconds))).split(" ")[0] ?? "";
  return seconds < 0 ? dashboardMessages.value.inFuture(size) : dashboardMessages.value.ago(size);
}
