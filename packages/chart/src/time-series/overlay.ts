import { type ChartTheme, DESK_FONT_SIZE } from "../theme.ts";

/** A point of the cursor on one series. */
export interface OverlayPoint {
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

interface OverlayBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Crosshair, points and selection above a chart: plain elements, so that a moving pointer redraws nothing. Points grow with
 * the type of the chart, as its lines do.
 */
export class Overlay {
  readonly #root = document.createElement("div");
  readonly #line = document.createElement("div");
  readonly #selection = document.createElement("div");
  readonly #points: HTMLElement[] = [];
  readonly #marks = document.createElement("div");

  constructor(host: HTMLElement) {
    Object.assign(this.#root.style, { position: "absolute", inset: "0", pointerEvents: "none", overflow: "hidden" });
    Object.assign(this.#line.style, { position: "absolute", left: "0", width: "0", display: "none" });
    Object.assign(this.#selection.style, { position: "absolute", left: "0", display: "none" });
    this.#root.setAttribute("aria-hidden", "true");
    this.#root.append(this.#marks, this.#selection, this.#line);
    host.append(this.#root);
  }

  setTheme(theme: ChartTheme): void {
    this.#line.style.borderLeft = `1px dashed ${theme.label}`;
    Object.assign(this.#selection.style, {
      background: `color-mix(in srgb, ${theme.text} 10%, transparent)`,
      borderInline: `1px solid ${theme.label}`,
      boxSizing: "border-box",
    });
    this.#root.style.setProperty("--ring", theme.background);
    this.#root.style.setProperty("--px", `${theme.fontSize / DESK_FONT_SIZE}px`);
  }

  showCursor(x: number | undefined, box: OverlayBox, points: readonly OverlayPoint[]): void {
    const isInside = x !== undefined && x >= box.left - 1 && x <= box.left + box.width + 1;
    this.#line.style.display = isInside ? "block" : "none";
    if (isInside) {
      Object.assign(this.#line.style, { top: `${box.top}px`, height: `${box.height}px`, translate: `${x}px` });
    }
    this.#showPoints(isInside ? points : []);
  }

  #showPoints(points: readonly OverlayPoint[]): void {
    while (this.#points.length < points.length) this.#points.push(this.#addPoint());
    this.#points.forEach((element, at) => {
      const point = points[at];
      element.style.display = point === undefined ? "none" : "block";
      if (point === undefined) return;
      element.style.translate = `${point.x}px ${point.y}px`;
      element.style.background = point.color;
    });
  }

  #addPoint(): HTMLElement {
    const point = document.createElement("div");
    Object.assign(point.style, {
      position: "absolute",
      left: "calc(-4 * var(--px))",
      top: "calc(-4 * var(--px))",
      width: "calc(8 * var(--px))",
      height: "calc(8 * var(--px))",
      borderRadius: "50%",
      border: "calc(2 * var(--px)) solid var(--ring)",
      boxSizing: "border-box",
    });
    this.#root.append(point);
    return point;
  }

  /** Diamonds, which no series has. */
  showMarks(marks: readonly OverlayPoint[]): void {
    if (marks.length === 0 && this.#marks.childElementCount === 0) return;
    this.#marks.replaceChildren(
      ...marks.map(({ x, y, color }) => {
        const mark = document.createElement("div");
        Object.assign(mark.style, {
          position: "absolute",
          left: `calc(${x}px - 4 * var(--px))`,
          top: `calc(${y}px - 4 * var(--px))`,
          width: "calc(8 * var(--px))",
          height: "calc(8 * var(--px))",
          boxSizing: "border-box",
          border: "1px solid var(--ring)",
          background: color,
          rotate: "45deg",
        });
        return mark;
      }),
    );
  }

  showSelection(from: number | undefined, to: number, box: OverlayBox): void {
    const isShown = from !== undefined;
    this.#selection.style.display = isShown ? "block" : "none";
    if (!isShown) return;
    const left = Math.max(box.left, Math.min(from, to));
    const right = Math.min(box.left + box.width, Math.max(from, to));
    Object.assign(this.#selection.style, {
      top: `${box.top}px`,
      height: `${box.height}px`,
      width: `${Math.max(0, right - left)}px`,
      translate: `${left}px`,
    });
  }

  remove(): void {
    this.#root.remove();
  }
}
