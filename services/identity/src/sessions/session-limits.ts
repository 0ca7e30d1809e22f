import { IdentityError } from "../errors.ts";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";

/** What decides whether a session still lives. Times are the database's. */
export interface SessionTimes {
  readonly created_at: Date;
  readonly refreshed_at: Date | null;
  readonly not_after: Date | null;
  readonly now: Date;
}

/**
 * Refuses a session that has outlived what the settings or its provider allow.
 *
 * @throws IdentityError `session_expired`
 */
export function requireLivingSession(times: SessionTimes, settings: IdentitySettings): void {
  const message = ENDINGS.find(({ hasCome }) => hasCome(times, settings))?.message;
  if (message !== undefined) throw new IdentityError("session_expired", { message });
}

/** The ways a session ends by itself, in the order in which they are told. */
const ENDINGS = [
  {
    message: "Invalid Refresh Token: Session Expired",
    hasCome: ({ not_after, now }: SessionTimes) => not_after !== null && not_after <= now,
  },
  {
    message: "Invalid Refresh Token: Session Expired",
    hasCome: ({ created_at, now }: SessionTimes, settings: IdentitySettings) =>
      isOver(created_at, now, settings["auth.sessions.timebox"]),
  },
  {
    message: "Invalid Refresh Token: Session Expired (Inactivity)",
    hasCome: ({ created_at, refreshed_at, now }: SessionTimes, settings: IdentitySettings) =>
      isOver(refreshed_at ?? created_at, now, settings["auth.sessions.inactivity_timeout"]),
  },
] as const;

function isOver(start: Date, now: Date, limit: string | number): boolean {
  const limitMs = durationMs(limit);
  return limitMs > 0 && now.getTime() - start.getTime() >= limitMs;
}
