import { type ChartTheme, DESK_FONT_SIZE } from "../theme.ts";
import { type Plot, yOf } from "./plot.ts";
import type { ThresholdMark, TimeSeriesLook } from "./series.ts";
import { type PlacedMark, placeTimeMarks } from "./time-marks.ts";

/** A line or area of the plot, in CSS pixels. */
interface Mark {
  readonly top: number;
  readonly height: number;
  readonly mark: ThresholdMark;
}

/** Limits and moments below the data: plain elements, since the canvas above is transparent. */
export class Underlay {
  readonly #root = document.createElement("div");

  constructor(host: HTMLElement) {
    Object.assign(this.#root.style, { position: "absolute", inset: "0", pointerEvents: "none", overflow: "hidden" });
    this.#root.setAttribute("aria-hidden", "true");
    host.prepend(this.#root);
  }

  /** What is drawn is as large as the type of the chart asks. */
  setTheme({ fontSize }: ChartTheme): void {
    this.#root.style.setProperty("--px", `${fontSize / DESK_FONT_SIZE}px`);
  }

  show({ thresholds = [], marks = [] }: TimeSeriesLook, plot: Plot): void {
    const limits = placeLimits(thresholds, plot).map((one) => limitElement(one, plot));
    const moments = placeTimeMarks(marks, plot).map((one) => markElement(one, plot));
    this.#root.replaceChildren(...limits, ...moments);
  }

  /** Puts the canvas above, unless it is there. */
  carry(canvas: HTMLElement): void {
    if (!canvas.isConnected) this.#root.after(canvas);
  }

  remove(): void {
    this.#root.remove();
  }
}

function placeLimits(marks: readonly ThresholdMark[], plot: Plot): readonly Mark[] {
  const bottomEdge = plot.top + plot.height;
  const inside = (value: number) => Math.min(bottomEdge, Math.max(plot.top, yOf(plot, value)));
  return marks.flatMap((mark) => {
    const y = yOf(plot, mark.from);
    if (mark.as !== "area") return y < plot.top || y > bottomEdge ? [] : [{ mark, top: y, height: 0 }];
    const [top, bottom] = [inside(mark.to), inside(mark.from)];
    return bottom - top < 1 ? [] : [{ mark, top, height: bottom - top }];
  });
}

function limitElement({ mark, top, height }: Mark, { left, width }: Plot): HTMLElement {
  const element = document.createElement("div");
  Object.assign(element.style, { position: "absolute", left: `${left}px`, top: `${top}px`, width: `${width}px` });
  if (mark.as === "area")
    Object.assign(element.style, { height: `${height}px`, background: mark.color, opacity: "0.1" });
  else element.style.borderTop = `calc(1.5 * var(--px)) ${mark.as === "dashed" ? "dashed" : "solid"} ${mark.color}`;
  return element;
}

/** A dashed line with a small triangle at its foot; over a span of time a tint between two such lines. */
function markElement({ left, width, color }: PlacedMark, { top, height }: Plot): HTMLElement {
  const element = document.createElement("div");
  Object.assign(element.style, {
    position: "absolute",
    boxSizing: "border-box",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    borderLeft: `1px dashed ${color}`,
    ...(width === 0 ? {} : { borderRight: `1px dashed ${color}` }),
    background: width === 0 ? "none" : `color-mix(in srgb, ${color} 12%, transparent)`,
  });
  const foot = document.createElement("div");
  Object.assign(foot.style, {
    position: "absolute",
    bottom: "0",
    left: "calc(-4 * var(--px) - 0.5px)",
    borderInline: "calc(4 * var(--px)) solid transparent",
    borderBottom: `calc(6 * var(--px)) solid ${color}`,
  });
  element.append(foot);
  return element;
}
