import type { SigningKey } from "../api/settings.ts";

/** Programs may keep the published keys for ten minutes; some take their time. */
const READ_AGAIN_MS = 20 * 60_000;

/** Where a change of signing keys stands. */
export interface RotationStep {
  /** Make a key, wait until it is known, sign with it, wait until older tokens have ended, revoke the one before. */
  readonly step: "make" | "publish" | "sign" | "expire" | "revoke";
  /** Which key it is about. */
  readonly key?: SigningKey;
  /** When a wait is over, in milliseconds since 1970. */
  readonly until?: number;
}

export const ROTATION_STEPS = [
  "make",
  "publish",
  "sign",
  "expire",
  "revoke",
] as const satisfies readonly RotationStep["step"][];

/**
 * What comes next so that nobody is signed out.
 *
 * @param tokenLifeMs - how long an access token lasts
 */
export function rotationStep(
  keys: readonly SigningKey[],
  { tokenLifeMs, now }: { readonly tokenLifeMs: number; readonly now: number },
): RotationStep {
  const standby = keys.find(({ status }) => status === "standby");
  if (standby !== undefined) {
    const until = Date.parse(standby.created_at) + READ_AGAIN_MS;
    return until > now ? { step: "publish", key: standby, until } : { step: "sign", key: standby };
  }
  const [before] = keys
    .filter(({ status }) => status === "previously_used")
    .toSorted((one, other) => Date.parse(one.updated_at) - Date.parse(other.updated_at));
  if (before === undefined) return { step: "make" };
  const until = Date.parse(before.updated_at) + tokenLifeMs;
  return until > now ? { step: "expire", key: before, until } : { step: "revoke", key: before };
}
