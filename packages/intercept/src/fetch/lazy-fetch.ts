import type { APIResponse } from "../http/api-response.ts";
import type { CookieStore } from "./cookie-store.ts";
import type { FetchPlan } from "./fetch-plan.ts";
import type { FetchSettings } from "./fetch-settings.ts";
import type { NodeFetch } from "./node-fetch.ts";

/** `route.fetch`, loaded with the first one: most interceptors only answer and pass on. */
export class LazyFetch {
  readonly #settings: FetchSettings;
  #loading: Promise<NodeFetch> | undefined;

  constructor(settings: FetchSettings = {}) {
    this.#settings = settings;
  }

  /** @throws InterceptError see `NodeFetch.fetch` */
  async fetch(plan: FetchPlan, cookies: CookieStore): Promise<APIResponse> {
    this.#loading ??= this.#load();
    return await (await this.#loading).fetch(plan, cookies);
  }

  async close(): Promise<void> {
    await (await this.#loading)?.close();
  }

  async #load(): Promise<NodeFetch> {
    const { NodeFetch } = await import("./node-fetch.ts");
    return new NodeFetch(this.#settings);
  }
}
