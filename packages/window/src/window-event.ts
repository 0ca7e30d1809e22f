import type { Rectangle } from "./rectangle.ts";

/** First argument of every listener. */
export class WindowEvent {
  #isPrevented = false;

  get defaultPrevented(): boolean {
    return this.#isPrevented;
  }

  /** Stops what the event announces; has an effect on `close`, `will-resize` and (Windows) `will-move`. */
  preventDefault(): void {
    this.#isPrevented = true;
  }
}

/** Which edge a user drags; macOS knows `bottom` and `right` only. */
export type ResizeEdge =
  | "bottom"
  | "top"
  | "left"
  | "right"
  | "top-left"
  | "top-right"
  | "bottom-left"
  | "bottom-right";

type Plain = [event: WindowEvent];

/** Arguments of the listeners of each event. */
export interface BaseWindowEvents {
  close: Plain;
  closed: Plain;
  show: Plain;
  hide: Plain;
  focus: Plain;
  blur: Plain;
  maximize: Plain;
  unmaximize: Plain;
  minimize: Plain;
  restore: Plain;
  "enter-full-screen": Plain;
  "leave-full-screen": Plain;
  resize: Plain;
  move: Plain;
  "will-resize": [event: WindowEvent, newBounds: Rectangle, details: { edge: ResizeEdge }];
  resized: Plain;
  "will-move": [event: WindowEvent, newBounds: Rectangle];
  moved: Plain;
  "always-on-top-changed": [event: WindowEvent, isAlwaysOnTop: boolean];
}

/** The events that carry nothing but the event object. */
export type PlainEvent = {
  [Name in keyof BaseWindowEvents]: BaseWindowEvents[Name] extends Plain ? Name : never;
}[keyof BaseWindowEvents];
