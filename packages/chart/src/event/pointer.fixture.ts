import type { Chart } from "../chart.ts";

/** What the library's own handler of the pointer takes; its types leave it out. */
interface PointerHandler {
  dispatch(name: string, event: object): void;
}

/** Presses, moves … at a pixel of a chart that is drawn without a browser. */
export function point(chart: Chart, name: string, [x, y]: readonly number[]): void {
  const { handler, storage } = chart.raw.getZr() as unknown as {
    handler: PointerHandler;
    storage: { getDisplayList(refresh: boolean): unknown };
  };
  storage.getDisplayList(true);
  const event = { zrX: x, zrY: y, type: name, preventDefault() {}, stopPropagation() {} };
  if (name !== "mousemove") handler.dispatch("mousemove", event);
  if (name === "click") {
    handler.dispatch("mousedown", event);
    handler.dispatch("mouseup", event);
  }
  handler.dispatch(name, event);
}
