export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly kind: PixelKind;
  readonly isInterlaced: boolean;
}

type PixelKind = "grey" | "rgb" | "palette" | "greyAlpha" | "rgba";

interface ColorType {
  readonly kind: PixelKind;
  readonly channels: number;
  readonly depths: readonly number[];
}

/** PNG (third edition), table 11.1. */
const COLOR_TYPES: ReadonlyMap<number, ColorType> = new Map([
  [0, { kind: "grey", channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { kind: "rgb", channels: 3, depths: [8, 16] }],
  [3, { kind: "palette", channels: 1, depths: [1, 2, 4, 8] }],
  [4, { kind: "greyAlpha", channels: 2, depths: [8, 16] }],
  [6, { kind: "rgba", channels: 4, depths: [8, 16] }],
]);

const CHANNELS: ReadonlyMap<PixelKind, number> = new Map(
  [...COLOR_TYPES.values()].map(({ kind, channels }) => [kind, channels]),
);

/** @returns `undefined` for pairs of depth and type that do not exist */
export function readHeader(body: Buffer): PngHeader | undefined {
  if (body.length !== 13) return undefined;
  const [bitDepth = 0, type = 0, compression, filter, interlace = 0] = body.subarray(8);
  const found = COLOR_TYPES.get(type);
  if (found === undefined || !found.depths.includes(bitDepth)) return undefined;
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  if (width === 0 || height === 0) return undefined;
  return { width, height, bitDepth, kind: found.kind, isInterlaced: interlace === 1 };
}

export function bitsPerPixel({ kind, bitDepth }: PngHeader): number {
  return (CHANNELS.get(kind) ?? 1) * bitDepth;
}

/** One reduced image of an interlaced picture, or the whole of any other. */
export interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function passesOf(header: PngHeader): readonly Pass[] {
  const grid = header.isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  return grid
    .map(([x, y, stepX, stepY]) => {
      const width = Math.ceil(Math.max(0, header.width - x) / stepX);
      const height = Math.ceil(Math.max(0, header.height - y) / stepY);
      return { x, y, stepX, stepY, width, height, rowBytes: Math.ceil((width * bitsPerPixel(header)) / 8) };
    })
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Bytes of all scan lines together, each with its filter byte. */
export function scanlineBytes(passes: readonly Pass[]): number {
  return passes.reduce((sum, { rowBytes, height }) => sum + (rowBytes + 1) * height, 0);
}
