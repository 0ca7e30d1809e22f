import { AsyncLocalStorage } from "node:async_hooks";

/** Knows whether the running code is inside a transaction, so that a stray query fails instead of waiting for itself. */
export interface TransactionScope {
  /** @throws TypeError inside of a transaction */
  assertOutside(): void;
  /** Runs the body of a transaction. Work that it leaves running is outside again once the body has ended. */
  run<Result>(body: () => Promise<Result>): Promise<Result>;
  /** Does something once the transaction around it has been committed; at once outside of one. */
  afterCommit(work: () => void): void;
}

interface Frame {
  isOpen: boolean;
  readonly afterwards: (() => void)[];
}

export function openTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<Frame>();
  return {
    assertOutside() {
      if (storage.getStore()?.isOpen !== true) return;
      throw new TypeError(
        "A query was made beside the transaction that is open here. Use the handle of that transaction, or wait for its end.",
      );
    },
    async run(body) {
      const frame: Frame = { isOpen: true, afterwards: [] };
      const result = await storage.run(frame, async () => {
        try {
          return await body();
        } finally {
          frame.isOpen = false;
        }
      });
      for (const work of frame.afterwards) work();
      return result;
    },
    afterCommit(work) {
      const frame = storage.getStore();
      if (frame?.isOpen === true) frame.afterwards.push(work);
      else work();
    },
  };
}
