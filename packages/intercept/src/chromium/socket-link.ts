import { Agent, type Dispatcher, WebSocket } from "undici";
import { InterceptError } from "../errors.ts";
import { CdpError, type CdpLink, type LinkListener, toEvent } from "./link.ts";

/** Bodies of responses come through here; the browser itself stops at 100 MB of base64. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** How long a browser may take to answer. */
export const CONNECT_TIMEOUT_MS = 10_000;

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A websocket of our own to a page or browser. */
export class SocketLink implements CdpLink {
  readonly isFlat = true;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #listener: LinkListener | undefined;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#received(String(data)));
    socket.addEventListener("close", () => this.#closed());
  }

  /** @throws InterceptError `ERR_TARGET_CLOSED` when nobody answers there */
  static async connect(url: string): Promise<SocketLink> {
    const agent = new Agent({ allowH2: false, webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES } });
    const socket = new WebSocket(url, { dispatcher: agent.compose(withoutCompression) });
    await new Promise<void>((resolve, reject) => {
      const fail = (problem: string): void => {
        const message = `interceptChromium: ${url} ${problem}`;
        reject(new InterceptError("ERR_TARGET_CLOSED", message, { url }));
      };
      const timer = setTimeout(() => fail("does not answer"), CONNECT_TIMEOUT_MS);
      socket.addEventListener("open", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.addEventListener("error", () => {
        clearTimeout(timer);
        fail("refuses the connection");
      });
    });
    return new SocketLink(socket);
  }

  async send(method: string, params?: object, sessionId?: string): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        reject(closedError(method));
        return;
      }
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { method, resolve, reject });
      this.#socket.send(JSON.stringify({ id: this.#lastId, method, params, sessionId }));
    });
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
  }

  close(): void {
    this.#listener = undefined;
    this.#socket.close();
  }

  #received(text: string): void {
    const message: { id?: number; result?: unknown; error?: { message: string } } & Record<string, unknown> =
      JSON.parse(text);
    if (message.id === undefined) {
      const event = toEvent(message["method"], message["params"], message["sessionId"]);
      if (event !== undefined) this.#listener?.event(event);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new CdpError(waiting.method, message.error.message));
  }

  #closed(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { method, reject } of waiting) reject(closedError(method));
    this.#listener?.closed();
  }
}

/** Compression costs three times the processor time of a message, on a connection that never leaves the machine. */
function withoutCompression(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const headers = Object.entries({ ...options.headers }).filter(
      ([name]) => name.toLowerCase() !== "sec-websocket-extensions",
    );
    return dispatch({ ...options, headers: Object.fromEntries(headers) }, handler);
  };
}

function closedError(method: string): CdpError {
  return new CdpError(method, "the connection is closed");
}
