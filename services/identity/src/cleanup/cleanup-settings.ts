import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

/** What is removed once nobody needs it any more. */
export const cleanupSettings = declareSettings({
  "auth.cleanup.enabled": {
    env: "VEDETTE_DB_CLEANUP_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "Tokens, sessions and flows that have ended are removed a day to three days later, a few at a time.",
  },
  "auth.cleanup.anonymous_users_after": {
    env: "VEDETTE_DB_CLEANUP_ANONYMOUS_USERS_AFTER",
    type: Duration,
    default: "720h",
    doc: "Time without a use after which anonymous users are removed with everything they have, at the earliest so long after their database was taken over; 0 is never.",
  },
});
