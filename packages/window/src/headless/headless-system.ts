import { EventEmitter } from "node:events";
import type { WindowSystemEvents } from "../backend.ts";
import type { Display } from "../display.ts";
import { ALL_CONFIRMED, announce } from "../model/announce.ts";
import { gone } from "../model/lifecycle.ts";
import {
  type Driver,
  type Effect,
  type FullScreenTransition,
  isVisible,
  type ModelSystem,
  type ModelWindow,
} from "../model/model.ts";
import { turnFullScreen } from "../model/modes.ts";
import { MAC_TRAY_HEIGHT, type ModelPlatform } from "../model/platform-rules.ts";
import { moveFocus } from "../model/visibility.ts";
import type { Insets } from "../rectangle.ts";
import { MODEL_FRAME, PLATFORM_RULES } from "./platforms.ts";

export interface HeadlessOptions {
  readonly platform: ModelPlatform;
  readonly displays: readonly Display[] | undefined;
  readonly frame: Insets | undefined;
}

/** How long the modelled Mac takes to full screen. */
const MAC_TRANSITION_MS = 10;

/** An exact model of a window system: every request comes true at once, listeners hear of it in a later turn. */
export class HeadlessSystem extends EventEmitter<WindowSystemEvents> implements ModelSystem {
  readonly rules;
  readonly windows = new Set<ModelWindow>();
  stacking: ModelWindow[] = [];
  focused: ModelWindow | undefined;
  readonly transition: FullScreenTransition | undefined;
  readonly #displays: readonly Display[];
  readonly #frame: Insets;
  readonly #transitions = new Map<ModelWindow, () => void>();
  readonly #waiting = new Set<() => void>();
  #isAnnouncing = false;
  #nextHandle = 1;

  constructor({ platform, displays, frame }: HeadlessOptions) {
    super();
    this.rules = PLATFORM_RULES[platform];
    this.#displays = displays ?? [defaultDisplay(platform)];
    this.#frame = frame ?? MODEL_FRAME;
    this.transition = this.rules.isMac ? { begin: (window, finish) => this.#begin(window, finish) } : undefined;
  }

  displays(): readonly Display[] {
    return this.#displays;
  }

  hasHandle(handle: number): boolean {
    return [...this.windows].some(({ driver }) => driver.handle === handle);
  }

  keepsLayers(): boolean {
    return true;
  }

  defaultFrame(): Insets {
    return this.#frame;
  }

  createDriver(window: ModelWindow): Driver {
    return {
      handle: this.#nextHandle++,
      isAdopted: false,
      apply: (effect) => this.#apply(window, effect),
      settled: (timeoutMs) => this.#settled(window, timeoutMs),
    };
  }

  /** Ends everything; the windows are told that they are closed. */
  async close(): Promise<void> {
    for (const window of [...this.windows]) gone(window);
  }

  #apply(window: ModelWindow, effect: Effect): void {
    if (effect.kind === "deactivate" || effect.kind === "unfocus") this.#focusNext(window);
    if (effect.kind === "show" && window.fullScreenTarget) this.#beginFullScreen(window);
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    queueMicrotask(() => this.#announceAll());
  }

  #announceAll(): void {
    this.#isAnnouncing = false;
    // The one that lost the focus hears of it before the one that got it.
    const windows = [...this.windows].toSorted((one, other) => rank(one) - rank(other));
    for (const window of windows) announce(window, ALL_CONFIRMED);
    for (const wake of [...this.#waiting]) wake();
  }

  #focusNext(from: ModelWindow): void {
    if (this.focused !== undefined) return;
    const next = this.stacking.findLast(
      (candidate) => candidate !== from && isVisible(candidate) && candidate.options.focusable,
    );
    moveFocus(this, next);
  }

  /** What the window was made for begins when it is to be seen. */
  #beginFullScreen(window: ModelWindow): void {
    const display = this.#displays.find(({ name }) => name === window.fullScreenDisplay);
    turnFullScreen(window, true, display);
  }

  #begin(window: ModelWindow, finish: () => void): void {
    if (!this.#transitions.has(window)) setTimeout(() => this.#finish(window), MAC_TRANSITION_MS);
    this.#transitions.set(window, finish);
  }

  #finish(window: ModelWindow): void {
    const finish = this.#transitions.get(window);
    this.#transitions.delete(window);
    if (!window.isDestroyed) finish?.();
    this.#apply(window, { kind: "place" });
  }

  #settled(window: ModelWindow, timeoutMs: number): Promise<boolean> {
    const isOpen = (): boolean => (this.#isAnnouncing || this.#transitions.has(window)) && !window.isDestroyed;
    if (!isOpen()) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const wake = (): void => {
      if (!isOpen()) resolve(true);
    };
    this.#waiting.add(wake);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(wake);
    });
  }
}

function rank(window: ModelWindow): number {
  return window.system.focused === window ? 1 : 0;
}

function defaultDisplay(platform: ModelPlatform): Display {
  const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
  const tray = platform === "darwin" ? MAC_TRAY_HEIGHT : 0;
  return {
    id: 1,
    name: "headless",
    bounds,
    workArea: { ...bounds, y: tray, height: bounds.height - tray },
    primary: true,
    scaleFactor: 1,
  };
}
