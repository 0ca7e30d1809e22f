import { AsyncLocalStorage } from "node:async_hooks";

/** Knows whether the running code is inside a transaction, so that a stray query fails instead of waiting for itself. */
export interface TransactionScope {
  /** @throws TypeError inside of a transaction */
  assertOutside(): void;
  /** Runs the body of a transaction. Work that it leaves running is outside again once the body has ended. */
  run<Result>(body: () => Promise<Result>): Promise<Result>;
}

export function openTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<{ isOpen: boolean }>();
  return {
    assertOutside() {
      if (storage.getStore()?.isOpen !== true) return;
      throw new TypeError(
        "A query was made beside the transaction that is open here. Use the handle of that transaction, or wait for its end.",
      );
    },
    run(body) {
      const frame = { isOpen: true };
      return storage.run(frame, async () => {
        try {
          return await body();
        } finally {
          frame.isOpen = false;
        }
      });
    },
  };
}
