import { statSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };

/** The product's version; clients decide by its major what they may call. */
export const VERSION: string = manifest.version;

/** The commit that this was built from. Not told: a clone runs what lies in it, committed or not. */
export const COMMIT = "unknown";

/** When this program was built, in seconds since 1970. */
export const BUILT_AT = Math.floor(statSync(import.meta.filename).mtimeMs / 1000);
