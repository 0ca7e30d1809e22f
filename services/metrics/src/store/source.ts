import type { Labels } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/** A stored series, found by its labels; its samples are decoded when they are read. */
export interface StoredSeries {
  readonly labels: Labels;
  /** Replaces what is in the buffer by the samples with `fromMs <= time <= toMs`, stale markers included. */
  read(fromMs: number, toMs: number, into: SampleBuffer): void;
}

/** Where queries find their samples. */
export interface SampleSource {
  /** Series for which all matchers hold and that may have samples in the time. */
  select(matchers: readonly Matcher[], fromMs: number, toMs: number): Promise<readonly StoredSeries[]>;
}
