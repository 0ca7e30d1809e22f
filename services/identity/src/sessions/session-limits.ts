import { IdentityError } from "../errors.ts";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";

/** What decides whether a session still lives. Times are the database's. */
export interface SessionTimes {
  readonly createdAt: Date;
  readonly refreshedAt: Date | null;
  readonly lastUse: Date;
  readonly notAfter: Date | null;
  /** Whether the same person used another session of the same tag later. */
  readonly isOvertaken: boolean;
  /** Whether the person has a second factor that this session was not entered with. */
  readonly lacksFactor: boolean;
  readonly now: Date;
}

/**
 * Refuses a session that has outlived what the settings or its provider allow.
 *
 * @throws IdentityError `session_expired`
 */
export function requireLivingSession(times: SessionTimes, settings: IdentitySettings): void {
  const ending = ENDINGS.find(({ hasCome }) => hasCome(times, settings));
  if (ending === undefined) return;
  const reason = ending.reason === "" ? "" : ` (${ending.reason})`;
  throw new IdentityError("session_expired", { message: `Invalid Refresh Token: Session Expired${reason}` });
}

/** Whether the settings or its provider let a session live. */
export function isLiving(times: SessionTimes, settings: IdentitySettings): boolean {
  return !ENDINGS.some(({ hasCome }) => hasCome(times, settings));
}

/**
 * When a session ends by itself if nobody does anything; `undefined` for never.
 *
 * @returns `isPutOff`: whether a use of the session lets it go on
 */
export function endOf(times: SessionTimes, settings: IdentitySettings): { at: Date; isPutOff: boolean } | undefined {
  const after = (start: Date, limit: string | number) => {
    const limitMs = durationMs(limit);
    return limitMs > 0 ? [new Date(start.getTime() + limitMs)] : [];
  };
  const ends = [
    ...(times.notAfter === null ? [] : [times.notAfter]),
    ...after(times.createdAt, settings["auth.sessions.timebox"]),
    ...(times.lacksFactor ? after(times.createdAt, settings["auth.sessions.allow_low_aal"]) : []),
  ].map((at) => ({ at, isPutOff: false }));
  const idle = after(times.lastUse, settings["auth.sessions.inactivity_timeout"]);
  return [...ends, ...idle.map((at) => ({ at, isPutOff: true }))].toSorted((a, b) => +a.at - +b.at)[0];
}

interface Ending {
  readonly reason: string;
  readonly hasCome: (times: SessionTimes, settings: IdentitySettings) => boolean;
}

/** The ways a session ends by itself, in the order in which they are told. */
const ENDINGS: readonly Ending[] = [
  { reason: "", hasCome: ({ notAfter, now }) => notAfter !== null && notAfter <= now },
  {
    reason: "",
    hasCome: ({ createdAt, now }, settings) => isOver(createdAt, now, settings["auth.sessions.timebox"]),
  },
  {
    reason: "Inactivity",
    hasCome: ({ lastUse, now }, settings) => isOver(lastUse, now, settings["auth.sessions.inactivity_timeout"]),
  },
  {
    reason: "Low AAL",
    hasCome: ({ createdAt, lacksFactor, now }, settings) =>
      lacksFactor && isOver(createdAt, now, settings["auth.sessions.allow_low_aal"]),
  },
  {
    reason: "Revoked by Newer Login",
    hasCome: ({ isOvertaken }, settings) => isOvertaken && settings["auth.sessions.single_per_user"],
  },
];

function isOver(start: Date, now: Date, limit: string | number): boolean {
  const limitMs = durationMs(limit);
  return limitMs > 0 && now.getTime() - start.getTime() >= limitMs;
}
