const STORE = "drafts";

/** What this browser has on its disk under a key; `undefined` also when it keeps nothing, as in private windows. */
export async function recallRecord(key: string): Promise<unknown> {
  try {
    return await inStore("readonly", (store) => store.get(key));
  } catch {
    return undefined;
  }
}

/**
 * Written to the disk before it answers: a killed browser loses nothing that was kept, where `localStorage` loses
 * seconds. Once the store is open, what was handed over outlives the page, too.
 *
 * @throws DOMException when the browser keeps nothing
 */
export async function keepRecord(key: string, record: object): Promise<void> {
  await inStore("readwrite", (store) => store.put(record, key));
}

/** @throws DOMException when the browser keeps nothing */
export async function forgetRecord(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened();
  const transaction = database.transaction(STORE, mode, { durability: "strict" });
  const request = act(transaction.objectStore(STORE));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
    // Without it, a page that goes takes with it what it has not heard of yet.
    transaction.commit();
  });
  return request.result;
}

let connection: Promise<IDBDatabase> | undefined;

/** One connection for as long as the page and the browser have it. */
function opened(): Promise<IDBDatabase> {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open("vedette", 1);
  return new Promise((resolve, reject) => {
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const forget = () => {
        connection = undefined;
      };
      request.result.onclose = forget;
      // Whoever wants to empty or change the store does not wait for this page.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}
