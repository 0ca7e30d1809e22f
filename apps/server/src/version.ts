import manifest from "../package.json" with { type: "json" };

/** Written in by the build (`rolldown.config.js`); sources that run as they are have neither. */
declare const BUILD_COMMIT: string | undefined;
declare const BUILD_TIME: number | undefined;

/** The product's version; clients decide by its major what they may call. */
export const VERSION: string = manifest.version;

/** The commit that this was built from, with `-dirty` when files were changed since; `unknown` without a repository. */
export const COMMIT: string = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : "unknown";

/** When this program was built, in seconds since 1970; of sources that run as they are, now. */
export const BUILT_AT: number = typeof BUILD_TIME === "number" ? BUILD_TIME : Math.floor(Date.now() / 1000);
