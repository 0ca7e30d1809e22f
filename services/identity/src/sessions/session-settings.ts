import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

/** How long sessions last, how many somebody may have, and which form their refresh tokens take. */
export const sessionSettings = declareSettings({
  "auth.refresh_token_algorithm_version": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION",
    field: "security_refresh_token_algorithm_version",
    type: Type.Integer({ minimum: 0, maximum: 2 }),
    default: 2,
    doc: "Form of the refresh tokens of new sessions: 2 is signed and stores nothing, 0 and 1 are rows of 12 characters.",
  },
  "auth.refresh_token_upgrade_percentage": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE",
    type: Type.Integer({ minimum: 0, maximum: 100 }),
    default: 0,
    doc: "Percentage of sessions with tokens of the older form that move to the newer one at their next refresh.",
  },
  "auth.sessions.single_per_user": {
    env: "VEDETTE_SESSIONS_SINGLE_PER_USER",
    field: "sessions_single_per_user",
    type: Type.Boolean(),
    default: false,
    doc: "A newer sign-in ends the older ones of the same person and tag.",
  },
  "auth.sessions.tags": {
    env: "VEDETTE_SESSIONS_TAGS",
    field: "sessions_tags",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 32 }),
    default: [],
    doc: "Kinds of session that do not end each other; the first is that of every new session.",
  },
  "auth.sessions.allow_low_aal": {
    env: "VEDETTE_SESSIONS_ALLOW_LOW_AAL",
    type: Duration,
    default: 0,
    doc: "How long people who have a second factor may go without using it; 0 is no limit.",
  },
});
