/** The clocks of a machine and of its server may differ by so much before people are told. */
export const CLOCK_PATIENCE_SECONDS = 2;

/** A question and what its answer says of the time. */
export interface DatedAnswer {
  /** `Date` of the answer; whole seconds. */
  readonly date: string | null;
  /** By the clock here, in milliseconds since 1970. */
  readonly asked: number;
  /** What was found out before. It stays for as long as no answer speaks against it. */
  readonly known?: number;
}

/**
 * The server's clock less the one here, in whole seconds. The server wrote the date at some moment between the question
 * and now: of what a slow answer leaves open, the least.
 *
 * @see RFC 9110, 6.6.1: Date
 */
export function clockAheadSeconds({ date, asked, known }: DatedAnswer): number {
  const written = Date.parse(date ?? "");
  const least = written - Date.now();
  const most = written + 1000 - asked;
  if (Number.isNaN(written)) return known ?? 0;
  if (known !== undefined && known * 1000 > least - 1000 && known * 1000 < most + 1000) return known;
  if (least > 0) return Math.round(least / 1000);
  return most < 0 ? Math.round(most / 1000) : 0;
}
