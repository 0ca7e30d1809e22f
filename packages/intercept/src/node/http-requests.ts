import { Agent, type ClientRequest } from "node:http";
import { HeldHttpRequest } from "./held-http-request.ts";
import type { HeldRequest } from "./node-pause.ts";
import type { AgentOptions } from "./request-headers.ts";
import { standIn } from "./stand-in.ts";

/** Who decides over the requests of `http` and `https`. */
interface HttpDoor {
  concerns(url: string): boolean;
  /** Whether a body that streams is wanted whole. */
  readsBody(url: string): boolean;
  admit(held: HeldRequest): void;
}

/** The method by which a request gets its connection; not in Node's types, but what all agents inherit. */
type AddRequest = (this: Agent, request: ClientRequest, options: AgentOptions, ...rest: unknown[]) => void;

/**
 * Stands between the requests of `http` and `https` and their agents: the one place that every request passes, however it
 * was imported. Requests without an agent (with a `createConnection` of their own) do not come by.
 */
export class HttpRequests {
  readonly #door: HttpDoor;
  /** Requests that have been held: an agent can hand them to another agent. */
  readonly #seen = new WeakSet<ClientRequest>();
  #isActive = false;
  #restore: (() => void) | undefined;

  constructor(door: HttpDoor) {
    this.#door = door;
  }

  install(): void {
    const asking = this.#asking(Reflect.get(Agent.prototype, "addRequest"));
    this.#isActive = true;
    this.#restore = standIn(Agent.prototype, "addRequest", asking);
  }

  uninstall(): void {
    this.#isActive = false;
    this.#restore?.();
  }

  #asking(before: AddRequest): AddRequest {
    const door = this.#door;
    const seen = this.#seen;
    /** The url of a request that somebody decides over. */
    const concernOf = (request: ClientRequest, options: AgentOptions): string | undefined => {
      if (!this.#isActive || seen.has(request) || !isPlain(request, options)) return undefined;
      const url = urlOf(request, options);
      return door.concerns(url) ? url : undefined;
    };
    return function addRequest(request, options, ...rest) {
      const url = concernOf(request, options);
      if (url === undefined) {
        before.call(this, request, options, ...rest);
        return;
      }
      seen.add(request);
      const connect = (changed: AgentOptions): void => before.call(this, request, changed, ...rest);
      const admit = (held: HeldRequest): void => door.admit(held);
      new HeldHttpRequest(request, { url, options, readsBody: door.readsBody(url), connect, admit }).hold();
    };
  }
}

/** Expect, Upgrade and CONNECT are talks, not requests; and a socket in the file system has no url. */
function isPlain(request: ClientRequest, { socketPath }: AgentOptions): boolean {
  if (socketPath || request.method === "CONNECT") return false;
  return !request.hasHeader("expect") && !request.hasHeader("upgrade");
}

function urlOf({ protocol, path }: ClientRequest, { host, port }: AgentOptions): string {
  const name = host?.includes(":") ? `[${host}]` : (host ?? "localhost");
  const isDefault = Number(port) === (protocol === "https:" ? 443 : 80);
  return `${protocol}//${name}${isDefault || !port ? "" : `:${port}`}${path}`;
}
