import type { EventEmitter } from "node:events";
import type { BaseWindow } from "./base-window.ts";
import type { Display } from "./display.ts";
import type { WindowUser } from "./headless/user.ts";
import type { ModelWindow } from "./model/model.ts";
import type { BaseWindowOptions } from "./options.ts";
import type { WindowPeer } from "./peer.ts";

/** Events of the window system. */
export interface WindowSystemEvents {
  /** The list of `getDisplays()` is another one. */
  "displays-changed": [];
  /** Another window manager, or none. */
  "wm-changed": [name: string | null];
  /** The connection has ended; every window is closed already. */
  lost: [];
}

/** What the windows of this process live in. */
export interface WindowSystem extends EventEmitter<WindowSystemEvents> {
  readonly backend: "x11" | "electron" | "headless";
  /** What the window manager calls itself, `null` when there is none; X11 only. */
  readonly windowManager?: string | null;
  /** Acts as the person before the screen; headless only. */
  user?(window: BaseWindow): WindowUser;
}

export interface CreateRequest {
  readonly id: number;
  readonly options: BaseWindowOptions;
  readonly emit: ModelWindow["emit"];
}

/** Which window to adopt; `timeout` in milliseconds, `signal` ends the wait before. */
export type AdoptTarget =
  | { readonly xid: number }
  | { readonly pid: number; readonly timeout?: number; readonly signal?: AbortSignal };

export interface Adoption {
  /** Id of the window that has this one by now: of several adoptions at once, the first one's. */
  readonly known: () => number | undefined;
  readonly create: (id: number, emit: ModelWindow["emit"]) => WindowPeer;
}

/** One way of having windows. */
export interface Backend {
  readonly system: WindowSystem;
  displays(): readonly Display[];
  create(request: CreateRequest): WindowPeer;
  adopt(target: AdoptTarget): Promise<Adoption>;
  /** Destroys own windows, forgets adopted ones, ends the connection. */
  close(): Promise<void>;
}
