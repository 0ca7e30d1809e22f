import type { ThresholdMark } from "./series.ts";

/** A line or area of the plot, in CSS pixels. */
interface Mark {
  readonly top: number;
  readonly height: number;
  readonly mark: ThresholdMark;
}

interface UnderlayBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Limits below the data: plain elements, since the canvas above is transparent. */
export class Underlay {
  readonly #root = document.createElement("div");

  constructor(host: HTMLElement) {
    Object.assign(this.#root.style, { position: "absolute", inset: "0", pointerEvents: "none", overflow: "hidden" });
    this.#root.setAttribute("aria-hidden", "true");
    host.prepend(this.#root);
  }

  /** @param yOf - pixel of a value */
  show(marks: readonly ThresholdMark[], box: UnderlayBox, yOf: (value: number) => number): void {
    const inside = (value: number) => Math.min(box.top + box.height, Math.max(box.top, yOf(value)));
    const placed = marks.flatMap((mark): Mark[] => {
      const y = yOf(mark.from);
      if (mark.as !== "area") return y < box.top || y > box.top + box.height ? [] : [{ mark, top: y, height: 0 }];
      const [top, bottom] = [inside(mark.to), inside(mark.from)];
      return bottom - top < 1 ? [] : [{ mark, top, height: bottom - top }];
    });
    this.#root.replaceChildren(...placed.map((one) => elementOf(one, box)));
  }

  remove(): void {
    this.#root.remove();
  }
}

function elementOf({ mark, top, height }: Mark, { left, width }: UnderlayBox): HTMLElement {
  const element = document.createElement("div");
  Object.assign(element.style, { position: "absolute", left: `${left}px`, top: `${top}px`, width: `${width}px` });
  if (mark.as === "area")
    Object.assign(element.style, { height: `${height}px`, background: mark.color, opacity: "0.1" });
  else element.style.borderTop = `1.5px ${mark.as === "dashed" ? "dashed" : "solid"} ${mark.color}`;
  return element;
}
