import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

/** How long sessions last, how many somebody may have, and which form their refresh tokens take. */
export const sessionSettings = declareSettings({
  "auth.enable_refresh_token_rotation": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED",
    field: "refresh_token_rotation_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "The replay of an old refresh token ends its session.",
  },
  "auth.refresh_token_reuse_interval": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL",
    field: "security_refresh_token_reuse_interval",
    type: Type.Integer({ minimum: 0, maximum: 3600 }),
    default: 10,
    doc: "Seconds after a refresh during which older refresh tokens are answered with the current one.",
  },
  "auth.refresh_token_allow_reuse": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE",
    type: Type.Boolean(),
    default: false,
    doc: "Old refresh tokens are always answered with the current one. Theft then goes unnoticed.",
  },
  "auth.sessions.timebox": {
    env: "VEDETTE_SESSIONS_TIMEBOX",
    field: "sessions_timebox",
    type: Duration,
    default: 0,
    doc: "Longest life of a session; 0 is no limit.",
  },
  "auth.sessions.inactivity_timeout": {
    env: "VEDETTE_SESSIONS_INACTIVITY_TIMEOUT",
    field: "sessions_inactivity_timeout",
    type: Duration,
    default: 0,
    doc: "A session that was not refreshed for so long has ended; 0 is no limit.",
  },
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
  "auth.browser_session.idle_timeout": {
    env: "VEDETTE_BROWSER_SESSION_IDLE_TIMEOUT",
    type: Duration,
    default: "168h",
    doc: "A sign-in to the web UI that was not used for so long has ended.",
  },
  "auth.browser_session.lifetime": {
    env: "VEDETTE_BROWSER_SESSION_LIFETIME",
    type: Duration,
    default: "720h",
    doc: "Longest life of a sign-in to the web UI.",
  },
});
