import type { SeriesPattern } from "../series-color.ts";

/** How a series is drawn. Everything has a default: a line of 1.5 px without fill. */
export interface SeriesDraw {
  readonly as?: "line" | "bars" | "points";
  readonly curve?: "linear" | "smooth" | "step-before" | "step-after";
  /** Line width in CSS pixels; 0 for none. */
  readonly width?: number;
  /** Opacity of the area below the line, or of the bars; 0 to 1. */
  readonly fill?: number;
  /** The series of the same axis down to which the area reaches, by its name; nothing is filled where it is not shown. */
  readonly fillTo?: string;
  /** Lets the area become transparent towards its base, or of a neighbouring hue; one colour unless given. */
  readonly fade?: "opacity" | "hue";
  /** Colours a line and its area by height instead of with one colour; not on logarithmic axes. */
  readonly colorOf?: (value: number) => string;
  /** Lengths of strokes and gaps in CSS pixels. */
  readonly dash?: readonly number[];
  /** Lines across bars and areas: the same colour for another series. */
  readonly hatch?: SeriesPattern;
  readonly points?: "auto" | "always" | "never";
  /** Diameter of a point in CSS pixels. */
  readonly pointSize?: number;
  /** Bridges gaps: all of them, or those of at most so many milliseconds. */
  readonly spanGaps?: boolean | number;
  /** Breaks the line between samples that are further apart, milliseconds. */
  readonly gapAfter?: number;
  /** Of a bar, as a share of the distance between two; 0.7 unless given. */
  readonly barWidth?: number;
  /** Where a bar stands: around its time unless given, or where it ends or begins. */
  readonly barAlign?: "before" | "center" | "after";
}

/** One series of a time chart. `t` and `v` have the same length; `v` is `NaN` where there is no value. */
export interface Series {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly t: Float64Array;
  readonly v: Float64Array;
  /** Behind the numbers of its axis, which have no format of their own. */
  readonly unit?: string;
  /** The theme's colours by name unless given. */
  readonly color?: string;
  readonly axis?: "left" | "right";
  readonly draw?: SeriesDraw;
  /** Series with the same group and axis stand on each other. */
  readonly stack?: string;
  /** The parts of a stack as shares of its sum, 0 to 1. */
  readonly stackAs?: "sum" | "share";
}

/** A value axis. Limits come from the data unless given; `soft` ones only widen. */
export interface ValueAxis {
  readonly min?: number;
  readonly max?: number;
  readonly softMin?: number;
  readonly softMax?: number;
  /** The base of a logarithmic axis; linear unless given. */
  readonly log?: number;
  /** Ticks at multiples of powers of it: 10 for most, 1024 for bytes; 60 for durations, at whole seconds, minutes, hours … */
  readonly tickBase?: 10 | 60 | 1024;
  /** Of durations: the seconds of one, 0.001 for milliseconds; 1 unless given. */
  readonly tickSeconds?: number;
  /**
   * The smallest difference that labels of a linear axis tell, where its largest tick is `most`: ticks are multiples of
   * it. Any unless given.
   */
  readonly tickUnit?: (most: number) => number | undefined;
  readonly name?: string;
  readonly isHidden?: boolean;
  readonly hasGrid?: boolean;
  /** Drawn as a line beside the plot. */
  readonly hasBorder?: boolean;
  /** Of labels, name and border; the theme's unless given. */
  readonly color?: string;
  /** Zero in the middle. */
  readonly isCentered?: boolean;
  /** Text of one tick; the others of its axis say how it should be written. */
  readonly format?: (value: number, axis: TickScale) => string;
}

/** What the ticks of an axis have in common, so that all are written alike. */
export interface TickScale {
  /** Distance between two ticks; of a logarithmic axis the tick itself. */
  readonly step: number;
  /** The largest tick, without its sign; of a logarithmic axis the tick itself. */
  readonly most: number;
}

/** Lines or areas behind the data, on the left axis. */
export interface ThresholdMark {
  readonly from: number;
  readonly to: number;
  readonly color: string;
  readonly as: "line" | "dashed" | "area";
}

/** A moment behind the data, or a span of time: a release, an outage. Milliseconds since 1970. */
export interface TimeMark {
  readonly from: number;
  /** A moment unless given. */
  readonly to?: number;
  readonly color: string;
}

/** A single observation above the data. Milliseconds since 1970; what lies beyond the axis stands at its edge. */
export interface PointMark {
  readonly time: number;
  readonly value: number;
  readonly color: string;
}

/** Everything of a time chart but its data and range. */
export interface TimeSeriesLook {
  readonly left?: ValueAxis;
  readonly right?: ValueAxis;
  readonly thresholds?: readonly ThresholdMark[];
  readonly marks?: readonly TimeMark[];
  readonly points?: readonly PointMark[];
  /** IANA name; the browser's zone unless given. */
  readonly timeZone?: string;
  /** Language of the days' names on the time axis, BCP 47; English unless given. */
  readonly locale?: string;
  /** Only the data: no axes, no grid, no room for them. */
  readonly isBare?: boolean;
}
