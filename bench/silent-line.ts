import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentLine {
  readonly url: string;
  silence(on: boolean): void;
  close(): void;
}

/**
 * A line to a server of this machine that can fall silent: what is sent stays on the way, connections neither fail nor
 * end, as when a cable is pulled somewhere between.
 */
export async function layLine(port: string): Promise<SilentLine> {
  const sockets = new Set<Socket>();
  let silent = false;
  const relay = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => void to.write(chunk));
      if (silent) from.pause();
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    silence(on: boolean) {
      silent = on;
      for (const socket of sockets) on ? socket.pause() : socket.resume();
    },
    close: () => relay.close(),
  };
}
