import { databaseSettings } from "@vedette/database/settings";
import { deliverySettings } from "@vedette/delivery/settings";
import { httpSettings } from "@vedette/http/settings";
import { identitySettings } from "@vedette/identity/settings";
import { metricsSettings } from "@vedette/metrics/settings";
import { resourceSettings } from "@vedette/resources/settings";
import { declareSettings, type SettingTable } from "@vedette/settings";
import { Type } from "typebox";
import { uiSettings } from "./ui/settings.ts";

/** What belongs to the process as a whole. */
export const serverSettings = declareSettings({
  "server.publishable_key": {
    env: "VEDETTE_PUBLISHABLE_KEY",
    type: Type.String({ maxLength: 256, pattern: "^(vd_publishable_[A-Za-z0-9_-]{16,})?$" }),
    default: "",
    doc: "The key that client programs carry openly. Empty: made at first start and kept in keys.json.",
    source: "spec 1, Authentication",
  },
  "server.secret_key": {
    env: "VEDETTE_SECRET_KEY",
    type: Type.String({ maxLength: 256, pattern: "^(vd_secret_[A-Za-z0-9_-]{32,})?$" }),
    default: "",
    doc: "The key that administers everything. Empty: made at first start and kept in keys.json.",
    source: "spec 1, Authentication",
    secret: true,
  },
  "server.processes": {
    env: "VEDETTE_PROCESSES",
    type: Type.Integer({ minimum: 1, maximum: 64 }),
    default: 1,
    doc: "Processes that serve on this machine, behind one port. More than one need PostgreSQL (VEDETTE_DATABASE_URL).",
  },
  "server.limits.images": {
    env: "VEDETTE_LIMITS_IMAGES",
    type: Type.Integer({ minimum: 2, maximum: 64 }),
    default: 4,
    doc: "Images of dashboards that one process renders at a time, at most half of them for one user.",
  },
});

/** Every setting of the house: the loader, the reference page and `vedette --help` read this list. */
export const ALL_SETTINGS: readonly SettingTable[] = [
  serverSettings,
  uiSettings,
  httpSettings,
  databaseSettings,
  identitySettings,
  resourceSettings,
  metricsSettings,
  deliverySettings,
];

/** Read before the settings themselves: where the file is. */
export const CONFIG_VARIABLE = "VEDETTE_CONFIG";
/** The file that is read when the variable is not set and the file is there. */
export const DEFAULT_CONFIG_PATH = "vedette.toml";
