import { isSameSize } from "../rectangle.ts";
import { type BaseWindowEvents, type PlainEvent, WindowEvent } from "../window-event.ts";
import { type ModelWindow, type ReportedMode, reportedMode } from "./model.ts";

const LEAVING: Readonly<Record<ReportedMode, PlainEvent | undefined>> = {
  minimized: "restore",
  fullScreen: "leave-full-screen",
  maximized: "unmaximize",
  normal: undefined,
};
const ENTERING: Readonly<Record<ReportedMode, PlainEvent | undefined>> = {
  minimized: "minimize",
  fullScreen: "enter-full-screen",
  maximized: "maximize",
  normal: undefined,
};

/** Parts of a window that are still waiting for the server's word. */
export interface Unconfirmed {
  readonly bounds: boolean;
  readonly modes: boolean;
  readonly focus: boolean;
}

export const ALL_CONFIRMED: Unconfirmed = { bounds: false, modes: false, focus: false };

/** Tells listeners what has changed since they were told last: the mode left, the mode entered, size, place, focus. */
export function announce(window: ModelWindow, unconfirmed: Unconfirmed): void {
  const { announced } = window;
  const mode = reportedMode(window.modes);
  const events: (PlainEvent | undefined)[] = [];
  if (!unconfirmed.modes && mode !== announced.mode) {
    events.push(LEAVING[announced.mode], ENTERING[mode]);
    announced.mode = mode;
  }
  if (!unconfirmed.bounds) {
    const before = announced.bounds;
    if (!isSameSize(before, window.shown)) events.push("resize");
    if (before.x !== window.shown.x || before.y !== window.shown.y) {
      events.push("move", window.system.rules.isMac ? "moved" : undefined);
    }
    announced.bounds = window.shown;
  }
  const isFocused = window.system.focused === window;
  if (!unconfirmed.focus && isFocused !== announced.isFocused) {
    events.push(isFocused ? "focus" : "blur");
    announced.isFocused = isFocused;
  }
  for (const event of events) if (event !== undefined) tell(window, event);
}

/** Emits an event without further arguments, unless the window has gone meanwhile. */
export function tell(window: ModelWindow, event: PlainEvent): WindowEvent {
  return tellWith(window, event);
}

/** As `tell`. A throwing listener does not stop us; its error is reported like that of any listener. */
export function tellWith<Name extends keyof BaseWindowEvents>(
  window: ModelWindow,
  name: Name,
  ...further: BaseWindowEvents[Name] extends [WindowEvent, ...infer Rest] ? Rest : never
): WindowEvent {
  const event = new WindowEvent();
  if (window.isDestroyed && name !== "closed") return event;
  try {
    window.emit(name, ...([event, ...further] as unknown as BaseWindowEvents[Name]));
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
  return event;
}
