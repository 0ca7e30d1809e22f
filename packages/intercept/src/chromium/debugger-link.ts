import { type CdpLink, type LinkListener, toEvent } from "./link.ts";

/** Electron's `webContents.debugger`. */
export interface ElectronDebugger {
  isAttached(): boolean;
  attach(protocolVersion?: string): void;
  sendCommand(method: string, params?: object, sessionId?: string): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: Electron types each event on its own.
  on(event: any, listener: (...args: any[]) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  off(event: any, listener: (...args: any[]) => void): unknown;
}

/** Electron passes a child's session as the last argument of commands and events. */
export class DebuggerLink implements CdpLink {
  readonly isFlat = true;
  readonly #debugger: ElectronDebugger;
  #forget: (() => void) | undefined;

  constructor(electronDebugger: ElectronDebugger) {
    this.#debugger = electronDebugger;
    if (!electronDebugger.isAttached()) electronDebugger.attach("1.3");
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return await this.#debugger.sendCommand(method, params, sessionId);
  }

  listen(listener: LinkListener): void {
    this.#forget?.();
    const onMessage = (_event: unknown, method: unknown, params: unknown, sessionId: unknown): void => {
      const event = toEvent(method, params, sessionId);
      if (event !== undefined) listener.event(event);
    };
    const onDetach = (): void => listener.closed();
    this.#debugger.on("message", onMessage);
    this.#debugger.on("detach", onDetach);
    this.#forget = () => {
      this.#debugger.off("message", onMessage);
      this.#debugger.off("detach", onDetach);
    };
  }

  close(): void {
    this.#forget?.();
    this.#forget = undefined;
  }
}
