import { inflateSync } from "node:zlib";
import { type ColorSpace, SRGB, simplified } from "../color/color-space.ts";
import { powerCurve } from "../color/curve.ts";
import { readProfile } from "../color/icc-read.ts";
import { BT709_TO_XYZ, type Chromaticity, matrixOf } from "../color/matrix.ts";
import { spaceByCode } from "../color/named-space.ts";
import { LIMITS } from "../limits.ts";

type Chunks = ReadonlyMap<string, Buffer>;

/** The first chunk that says something understandable decides: cICP, iCCP, sRGB, gAMA (with cHRM). Else sRGB. */
export function readColorSpace(chunks: Chunks, pictureKind: "color" | "grey"): ColorSpace {
  return (
    fromCicp(chunks.get("cICP")) ??
    fromProfile(chunks.get("iCCP"), pictureKind) ??
    (chunks.has("sRGB") ? SRGB : undefined) ??
    fromGamma(chunks.get("gAMA"), chunks.get("cHRM")) ??
    SRGB
  );
}

function fromCicp(body: Buffer | undefined): ColorSpace | undefined {
  if (body === undefined || body.length !== 4) return undefined;
  const [primaries = 0, transfer = 0, matrix, fullRange] = body;
  return matrix === 0 && fullRange === 1 ? spaceByCode(primaries, transfer) : undefined;
}

function fromProfile(body: Buffer | undefined, pictureKind: "color" | "grey"): ColorSpace | undefined {
  const nameEnd = body?.subarray(0, 80).indexOf(0) ?? -1;
  if (body === undefined || nameEnd < 1 || body[nameEnd + 1] !== 0) return undefined;
  try {
    const profile = inflateSync(body.subarray(nameEnd + 2), { maxOutputLength: LIMITS.profileBytes });
    return readProfile(profile, pictureKind);
  } catch {
    // Damaged or too large: the picture itself is still good.
    return undefined;
  }
}

function fromGamma(gamma: Buffer | undefined, chromaticities: Buffer | undefined): ColorSpace | undefined {
  const value = gamma?.length === 4 ? gamma.readUInt32BE(0) : 0;
  if (value < 1000 || value > 10_000_000) return undefined;
  const curve = powerCurve(100_000 / value);
  const toXyz = chromaticities?.length === 32 ? matrixFrom(chromaticities) : BT709_TO_XYZ;
  return toXyz === undefined ? undefined : simplified({ toXyz, curves: [curve, curve, curve] });
}

function matrixFrom(body: Buffer): ReturnType<typeof matrixOf> {
  const point = (at: number): Chromaticity => [body.readUInt32BE(at) / 100_000, body.readUInt32BE(at + 4) / 100_000];
  return matrixOf({ white: point(0), red: point(8), green: point(16), blue: point(24) });
}
