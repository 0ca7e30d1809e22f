import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import sharp from "sharp";
import { withFewColors } from "./few-colors.ts";

/** Share of the points that may differ in a picture that stays: the words of an age, a key that is drawn by lot. */
const SAME = 0.002;
/** Difference of a colour's part from which on two points differ. */
const STEP = 32;

/** Writes a picture unless the one that is there looks the same. @returns whether it was written */
export async function writePicture(path: string, screenshot: Buffer): Promise<boolean> {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = await sharp(withFewColors(data), { raw: info }).webp({ lossless: true, effort: 6 }).toBuffer();
  if (existsSync(path) && (await differenceOf(path, picture)) <= SAME) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, picture);
  return true;
}

/** @returns the share of points that differ */
async function differenceOf(path: string, picture: Buffer): Promise<number> {
  const [before, after] = await Promise.all([path, picture].map((one) => sharp(one).removeAlpha().raw().toBuffer()));
  if (before === undefined || after === undefined || before.length !== after.length) return 1;
  let different = 0;
  for (let at = 0; at < after.length; at += 3) {
    const isOther = [0, 1, 2].some((part) => Math.abs((before[at + part] ?? 0) - (after[at + part] ?? 0)) > STEP);
    if (isOther) different += 1;
  }
  return (different * 3) / after.length;
}
