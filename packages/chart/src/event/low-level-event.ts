/** Names of the events of the drawing surface, which happen over blank areas too. */
export const ZR_EVENT_NAMES = [
  "click",
  "dblclick",
  "mousedown",
  "mouseup",
  "mousemove",
  "mouseover",
  "mouseout",
  "mousewheel",
  "globalout",
  "contextmenu",
  "drag",
  "dragstart",
  "dragend",
  "dragenter",
  "dragleave",
  "dragover",
  "drop",
] as const;

type LowLevelEventName = (typeof ZR_EVENT_NAMES)[number];

/** A graphic element under the pointer. */
interface GraphicElement {
  readonly name?: string;
  readonly type?: string;
}

/** An event of the drawing surface: `target` is empty over blank areas. */
export interface LowLevelEvent {
  readonly type: string;
  readonly target?: GraphicElement;
  readonly topTarget?: GraphicElement;
  /** Pixels of the chart's own coordinate space. */
  readonly offsetX: number;
  readonly offsetY: number;
  readonly wheelDelta?: number;
  readonly cancelBubble: boolean;
  /** What the browser told. */
  readonly event: Event;
  stop(): void;
}

/** The drawing surface as far as events go. */
export interface LowLevelEvents {
  on<This = unknown>(
    name: LowLevelEventName,
    handler: (this: This, event: LowLevelEvent) => void,
    context?: This,
  ): unknown;
  off(name?: LowLevelEventName, handler?: (event: LowLevelEvent) => void): unknown;
}
