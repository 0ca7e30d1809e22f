import { createServer, type Server } from "node:net";

/**
 * Finds out whether a port is free before anything is written.
 *
 * @returns the port, or a free one for 0
 * @throws an error with code EADDRINUSE when it is taken
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const [claimed] = await claimPorts(host, [port]);
  return claimed ?? port;
}

/** Claims several at once; those for 0 are different ones. */
export async function claimPorts(host: string, ports: readonly number[]): Promise<number[]> {
  const servers = ports.map(() => createServer());
  try {
    return await Promise.all(servers.map((server, index) => listen(server, host, ports[index] ?? 0)));
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
