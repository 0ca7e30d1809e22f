const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const YEAR = 31_557_600;

/** Steps between ticks of durations of at least a second, up to a year: as people count them. */
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200].map((days) => days * DAY),
];

/** Ticks of a logarithmic axis that stand for the powers of ten there: 1 min where 100 s would be. */
const RUNGS: readonly number[] = [1, 10, MINUTE, 10 * MINUTE, HOUR, 10 * HOUR, DAY, 10 * DAY, 100 * DAY, YEAR];

/** Below, between and above these are powers of ten: of seconds and of years. */
const LAST_RUNG = RUNGS.length - 1;

/** The smallest step that is not below `rough`, in seconds. Parts of seconds and many years are counted by tens. */
export function durationStep(rough: number, stepByTens: (rough: number) => number): number {
  if (rough <= 0.5) return stepByTens(rough);
  return STEPS.find((step) => step >= rough * (1 - 1e-9)) ?? stepByTens(rough / YEAR) * YEAR;
}

/** What stands at a place of the ladder of a logarithmic axis, in seconds; 0 is one second. */
export function durationRung(place: number): number {
  if (place < 0) return 10 ** place;
  return RUNGS[place] ?? YEAR * 10 ** (place - LAST_RUNG);
}

/** The place on the ladder that is not above a duration in seconds, or not below it. */
export function durationPlace(seconds: number, side: "below" | "above"): number {
  const round = (exponent: number) => (side === "below" ? Math.floor(exponent + 1e-9) : Math.ceil(exponent - 1e-9));
  if (seconds < 1) return Math.min(0, round(Math.log10(seconds)));
  if (seconds > YEAR) return Math.max(LAST_RUNG, LAST_RUNG + round(Math.log10(seconds / YEAR)));
  const exact = (rung: number) => (side === "below" ? rung <= seconds * (1 + 1e-9) : rung >= seconds * (1 - 1e-9));
  return side === "below" ? RUNGS.findLastIndex(exact) : RUNGS.findIndex(exact);
}

/** Between a rung and the next: by halves and fifths of the next as they are round. */
export function ticksAfterRung(place: number, share: "few" | "many"): readonly number[] {
  const rung = durationRung(place);
  return BETWEEN.get(rung)?.[share] ?? (share === "few" ? [3] : [2, 5]).map((factor) => factor * rung);
}

/** Where the next rung is not ten times as far. */
const BETWEEN: ReadonlyMap<number, { readonly few: readonly number[]; readonly many: readonly number[] }> = new Map([
  [10, { few: [30], many: [20, 30] }],
  [10 * MINUTE, { few: [30 * MINUTE], many: [20 * MINUTE, 30 * MINUTE] }],
  [10 * HOUR, { few: [], many: [] }],
  [100 * DAY, { few: [], many: [200 * DAY] }],
]);
