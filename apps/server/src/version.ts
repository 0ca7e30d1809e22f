import manifest from "../package.json" with { type: "json" };

/** The product's version; clients decide by its major what they may call. */
export const VERSION: string = manifest.version;
