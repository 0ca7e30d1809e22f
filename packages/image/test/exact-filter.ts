import type { Filter } from "../src/kernel/taps.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The definition of the filter itself, in doubles: what resized pictures are measured against. */
export function filteredExactly(bitmap: Uint8Array, from: Size, to: Size, filter: Filter): Float64Array {
  const across = new Float64Array(to.width * from.height * 4);
  for (const [x, sources] of weightsOf(filter, from.width, to.width).entries()) {
    for (let y = 0; y < from.height; y += 1) {
      addWeighted(across, (y * to.width + x) * 4, {
        source: bitmap,
        at: y * from.width * 4,
        step: 4,
        count: 4,
        sources,
      });
    }
  }
  const result = new Float64Array(to.width * to.height * 4);
  const rowLength = to.width * 4;
  for (const [y, sources] of weightsOf(filter, from.height, to.height).entries()) {
    addWeighted(result, y * rowLength, { source: across, at: 0, step: rowLength, count: rowLength, sources });
  }
  return result.map((value) => Math.min(255, Math.max(0, value)));
}

type Weighted = readonly (readonly [place: number, weight: number])[];

interface Sum {
  readonly source: ArrayLike<number>;
  readonly at: number;
  /** Distance between two places. */
  readonly step: number;
  /** Numbers at each place. */
  readonly count: number;
  readonly sources: Weighted;
}

function addWeighted(target: Float64Array, to: number, { source, at, step, count, sources }: Sum): void {
  for (const [place, weight] of sources) {
    const from = at + place * step;
    for (let index = 0; index < count; index += 1) {
      target[to + index] = (target[to + index] ?? 0) + weight * (source[from + index] ?? 0);
    }
  }
}

function weightsOf(filter: Filter, from: number, to: number): Weighted[] {
  const scale = to / from;
  const shrink = Math.min(1, scale);
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) / scale;
    const all = Array.from({ length: from }, (__, at) => [at, filter.weigh((at + 0.5 - centre) * shrink)] as const);
    const sum = all.reduce((total, [, weight]) => total + weight, 0);
    return all.filter(([, weight]) => weight !== 0).map(([at, weight]) => [at, weight / sum]);
  });
}
