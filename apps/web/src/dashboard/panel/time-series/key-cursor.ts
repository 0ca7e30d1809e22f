import { placeByKey, type Series, samplesAt } from "@vedette/chart/core";

/** The sample that keys stand at. */
export interface KeyPlace {
  readonly series: number;
  readonly sample: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * Where a key moves the cursor of a chart: along the samples of a series, or to another series at the same time;
 * `undefined` for other keys.
 */
export function placeOfKey(key: string, series: readonly Series[], now: KeyPlace | undefined): KeyPlace | undefined {
  const place = placeByKey(
    key,
    now === undefined ? undefined : { series: now.series, point: now.sample },
    series.map(({ t }) => t.length),
  );
  if (place === undefined) return undefined;
  const isOther = now !== undefined && now.series !== place.series;
  const one = series[place.series];
  if (one === undefined) return undefined;
  const sample = isOther ? (samplesAt([one], now.time).indices[0] ?? place.point) : place.point;
  return { series: place.series, sample, time: one.t[sample] ?? 0 };
}
