/** What the thread of the embedded store is started with. */
export interface WorkerStart {
  /** Directory of the store, or `undefined` for one in memory. */
  readonly directory: string | undefined;
  /**
   * What a new store begins with: for one in a directory the folder of an empty store, for one in memory the file of a
   * dump. Without it, initdb makes one.
   */
  readonly template?: string | undefined;
}

/** To the thread. `connection` counts up; bytes of an earlier connection are dropped. */
export type ToWorker =
  | { readonly kind: "connect"; readonly connection: number }
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: "ping" }
  /** Asks how many writes were forced to the disk so far. */
  | { readonly kind: "count" }
  | { readonly kind: "close" };

/** From the thread. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "pong" }
  | { readonly kind: "counted"; readonly syncs: number }
  /** The engine gave up; only a new thread helps. */
  | { readonly kind: "broken"; readonly reason: string }
  | { readonly kind: "closed" };
