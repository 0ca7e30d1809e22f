import { basename, extname, resolve } from "node:path";
import { encodedRepresentation, type Representation } from "../representation.ts";
import { readRegularFile } from "./regular-file.ts";

/** Endings of file names that stand for a density, in the order in which siblings are looked for. */
const DENSITIES = ["@2x", "@3x", "@1x", "@4x", "@5x", "@1.25x", "@1.33x", "@1.4x", "@1.5x", "@1.8x", "@2.5x"].map(
  (suffix) => ({ suffix, scaleFactor: Math.fround(Number.parseFloat(suffix.slice(1))) }),
);

/** The representations that a path stands for: the file and its siblings of other densities. */
export function fromPath(path: string): Representation[] {
  if (path === "" || path.includes("\0")) return [];
  const full = resolve(path);
  const extension = extname(full);
  const stem = basename(full, extension);
  if (/@.*x$/s.test(stem)) return load(full, densityOf(stem));
  const found = load(full, 1);
  const start = full.slice(0, full.length - extension.length);
  // A look at each costs a microsecond, however many files there are; reading the folder's names does not stay so cheap.
  for (const { suffix, scaleFactor } of DENSITIES) found.push(...load(start + suffix + extension, scaleFactor));
  return found;
}

/** Names that mark an image whose ink the system colours. */
export function isTemplateName(path: string): boolean {
  return /Template(@.*x)?\./.test(basename(path));
}

function densityOf(stem: string): number {
  return DENSITIES.find(({ suffix }) => stem.toLowerCase().endsWith(suffix))?.scaleFactor ?? 1;
}

function load(path: string, scaleFactor: number): Representation[] {
  const bytes = readRegularFile(path);
  const found = typeof bytes === "string" ? undefined : encodedRepresentation(bytes, scaleFactor);
  return found === undefined ? [] : [found];
}
