import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** Signing in with a name. */
export const userNameSettings = declareSettings({
  "auth.user_names.enabled": {
    env: "VEDETTE_USER_NAMES_ENABLED",
    field: "user_names_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may choose a user name and type it instead of their address where they sign in with a password.",
  },
});
