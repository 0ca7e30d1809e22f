import { isSameSize } from "../rectangle.ts";
import { type BaseWindowEvents, type PlainEvent, WindowEvent } from "../window-event.ts";
import { isVisible, type ModelWindow, type ReportedMode, reportedMode } from "./model.ts";

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
  const events = [
    ...(unconfirmed.modes ? [] : modeEvents(window)),
    ...(unconfirmed.bounds ? [] : boundsEvents(window)),
    ...(unconfirmed.focus ? [] : focusEvents(window)),
  ];
  for (const event of events) tell(window, event);
}

/** A window that is made full screen is so, for listeners, once it is shown. */
function modeEvents({ announced, modes, isShown }: ModelWindow): PlainEvent[] {
  const mode = reportedMode(modes);
  if (mode === announced.mode || !isShown) return [];
  const events = [LEAVING[announced.mode], ENTERING[mode]];
  announced.mode = mode;
  return events.filter((event) => event !== undefined);
}

function boundsEvents({ announced, shown, system }: ModelWindow): PlainEvent[] {
  const before = announced.bounds;
  announced.bounds = shown;
  const events: PlainEvent[] = isSameSize(before, shown) ? [] : ["resize"];
  if (before.x === shown.x && before.y === shown.y) return events;
  return [...events, "move", ...(system.rules.isMac ? (["moved"] as const) : [])];
}

function focusEvents(window: ModelWindow): PlainEvent[] {
  const { announced, system } = window;
  const isFocused = system.focused === window && isVisible(window);
  const changes = [...announced.focusChanges.slice(0, -1), isFocused];
  announced.focusChanges = [];
  return changes.flatMap((change) => {
    if (change === announced.isFocused) return [];
    announced.isFocused = change;
    return [change ? "focus" : "blur"];
  });
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
