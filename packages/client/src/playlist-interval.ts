const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds of each unit; a month is 30 days, a year 365. */
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

/** The longest text that is read. */
const MAX_LENGTH = 64;

/**
 * Reads how long one dashboard of a playlist stays on the wall, as the server and its walls read it.
 *
 * @param text - numbers with units (ms, s, m, h, d, w, M, y) that are added up: `5m`, `1h30m`, `1.5h`
 * @returns milliseconds, at least 1000; `undefined` when the text is no such duration or adds up to nothing
 * @see spec 2, Playlist: `interval`
 */
export function intervalMs(text: string): number | undefined {
  if (text.length > MAX_LENGTH || !/^(?:\d+(?:\.\d+)?(?:ms|[smhdwMy]))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwMy])/g)) {
    sum += Number(amount) * (UNITS.get(unit) ?? 0);
  }
  return sum > 0 && Number.isFinite(sum) ? Math.max(sum, SECOND) : undefined;
}

/** As `intervalMs`, also of old playlists, in which a bare number stands for seconds. The server stores no such text. */
export function playedIntervalMs(text: string): number | undefined {
  return intervalMs(/^\d+$/.test(text) ? `${text}s` : text);
}
