const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  ["y", 365 * DAY],
  ["M", 30 * DAY],
  ["w", 7 * DAY],
  ["d", DAY],
  ["h", HOUR],
  ["m", MINUTE],
  ["s", SECOND],
  ["ms", 1],
] as const;

const MS_BY_UNIT: ReadonlyMap<string, number> = new Map(UNITS);

/**
 * Reads a length of time as dashboards write it.
 *
 * @param text - numbers with units that are added up: `5m`, `1h30m`, `1.5h`; a `>` before it is passed over
 * @returns milliseconds; `undefined` when the text is none, or zero
 */
export function parseDuration(text: string): number | undefined {
  const amounts = text.trim().replace(/^>\s*/, "");
  if (!/^(\d{1,12}(\.\d{1,6})?(ms|[smhdwMy]))+$/.test(amounts)) return undefined;
  let total = 0;
  for (const [, amount, unit = ""] of amounts.matchAll(/([\d.]+)(ms|[smhdwMy])/g)) {
    total += Number(amount) * (MS_BY_UNIT.get(unit) ?? 0);
  }
  return total > 0 ? total : undefined;
}

/** The shortest way to write it: `90s`, `5m`, `1d`. Never longer than one unit, months and years left out. */
export function durationText(ms: number): string {
  const unit = UNITS.slice(2).find(([, length]) => ms >= length && ms % length === 0);
  return unit === undefined ? `${Math.round(ms)}ms` : `${ms / unit[1]}${unit[0]}`;
}
