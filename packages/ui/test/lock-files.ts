import { join } from "node:path";

/** Two projects, one with everything that a check finds and one with nothing, and what package managers wrote for them. */
export const LOCK_FILES_FOLDER = join(import.meta.dirname, "fixtures", "lock-files");

/** Whose file it is, and under which name it lies in a project. */
export const LOCK_FILES = [
  { of: "npm", file: "package-lock.json" },
  // `npm shrinkwrap` gives the file another name and leaves it as it is.
  { of: "npm", file: "npm-shrinkwrap.json" },
  { of: "npm-1", file: "package-lock.json" },
  { of: "pnpm-8", file: "pnpm-lock.yaml" },
  { of: "pnpm-9", file: "pnpm-lock.yaml" },
  { of: "yarn-berry", file: "yarn.lock" },
  { of: "yarn-1", file: "yarn.lock" },
  { of: "bun", file: "bun.lock" },
] as const;
