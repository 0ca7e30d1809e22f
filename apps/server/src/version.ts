import manifest from "../package.json" with { type: "json" };

/** The product's version; clients decide by its major what they may call. */
export const VERSION: string = manifest.version;

/** The commit that this was built from; filled in by a build, unknown in a clone. */
export const COMMIT = "unknown";
