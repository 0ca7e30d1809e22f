/** A colour with this share of all points is an area. */
const AREA = 0.003;
/** So far colours are apart that both stay: areas, and others, which are mostly the edges of letters. */
const APART = { area: 200, other: 2800 } as const;

/** Draws a picture with the few colours that it is made of, so that it needs half the bytes. @param points - three bytes each */
export function withFewColors(points: Buffer): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < points.length; at += 3) {
    const color = points.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].sort(([, one], [, other]) => other - one);
  const kept: number[] = [];
  const becomes = new Map<number, number>();
  for (const [color, count] of colors) {
    const apart = APART[(count * 3) / points.length >= AREA ? "area" : "other"];
    if (kept.every((other) => distance(color, other) > apart)) kept.push(color);
    becomes.set(color, nearest(color, kept));
  }
  const drawn = Buffer.alloc(points.length);
  for (let at = 0; at < points.length; at += 3) drawn.writeUIntBE(becomes.get(points.readUIntBE(at, 3)) ?? 0, at, 3);
  return drawn;
}

function nearest(color: number, colors: readonly number[]): number {
  let best = color;
  let least = Number.POSITIVE_INFINITY;
  for (const other of colors) {
    const apart = distance(color, other);
    if (apart < least) [best, least] = [other, apart];
  }
  return best;
}

/** Squared, with the parts weighed as eyes do. */
function distance(one: number, other: number): number {
  const part = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255);
  return 2 * part(16) ** 2 + 4 * part(8) ** 2 + 3 * part(0) ** 2;
}
