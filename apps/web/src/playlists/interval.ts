const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", SECOND],
  ["m", MINUTE],
  ["h", HOUR],
  ["d", DAY],
  ["w", 7 * DAY],
  ["M", 30 * DAY],
  ["y", 365 * DAY],
]);

/**
 * Reads how long one dashboard of a playlist stays, as the server reads it.
 *
 * @param text - numbers with units that are added up: `5m`, `1h30m`, `1.5h`
 * @returns milliseconds, at least 1000; `undefined` when the text is no such duration
 * @see spec 2, Playlist: `interval`
 */
export function intervalMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdwMy]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwMy])/g)];
  const sum = parts.reduce((ms, [, amount, unit = ""]) => ms + Number(amount) * (UNITS.get(unit) ?? 0), 0);
  return sum > 0 ? Math.max(sum, SECOND) : undefined;
}

/** A duration for people: `1 h 30 min`, `45 s`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / SECOND);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  return (
    parts
      .filter(([amount]) => amount > 0)
      .map(([amount, unit]) => `${amount}\u2009${unit}`)
      .join(" ") || "0\u2009s"
  );
}
