import type { BaseWindowEvents } from "../window-event.ts";

/** The names of all events. The type says that none is missing. */
export const WINDOW_EVENT_NAMES = Object.keys({
  close: true,
  closed: true,
  show: true,
  hide: true,
  focus: true,
  blur: true,
  maximize: true,
  unmaximize: true,
  minimize: true,
  restore: true,
  "enter-full-screen": true,
  "leave-full-screen": true,
  resize: true,
  move: true,
  "will-resize": true,
  resized: true,
  "will-move": true,
  moved: true,
  "always-on-top-changed": true,
} satisfies Record<keyof BaseWindowEvents, true>) as readonly (keyof BaseWindowEvents)[]; // proven by the line above
