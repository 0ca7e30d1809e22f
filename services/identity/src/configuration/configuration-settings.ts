import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** How the settings can be changed while the server runs. */
export const configurationSettings = declareSettings({
  "auth.management.access_token": {
    env: "VEDETTE_ACCESS_TOKEN",
    type: Type.String({ maxLength: 256, pattern: "^(\\S{16,})?$" }),
    default: "",
    doc: "Bearer token of the configuration endpoint. Empty: the secret key.",
    source: "spec 1, Authentication",
    secret: true,
  },
  "auth.management.project_ref": {
    env: "VEDETTE_PROJECT_REF",
    type: Type.String({ pattern: "^[a-z0-9-]{1,63}$" }),
    default: "default",
    doc: "What the project is called in the address of the configuration endpoint.",
    source: "spec 1, Configuration endpoint",
  },
});
