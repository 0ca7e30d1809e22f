import { createServer } from "node:net";

/** Below what systems give to outgoing connections and to servers that leave the choice to them: Linux from 32768. */
const FIRST_PORT = 12_000;
const PORTS_OF_A_WORKER = 5_000;
const WORKERS = 4;

const first = FIRST_PORT + (Number(process.env["VITEST_POOL_ID"] ?? 0) % WORKERS) * PORTS_OF_A_WORKER;
/** Runs beside this one have the same workers, so each begins elsewhere. */
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/**
 * A port for a program that must be told one. Who starts the program a second later finds it still free: no other test
 * gets it, and no connection. What can choose for itself should listen on 0 instead.
 */
export async function freePort(): Promise<number> {
  for (let left = PORTS_OF_A_WORKER; left > 0; left -= 1) {
    const port = first + next;
    next = (next + 1) % PORTS_OF_A_WORKER;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${first} are taken`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}
