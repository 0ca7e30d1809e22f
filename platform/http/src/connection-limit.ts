import type { Socket } from "node:net";
import type { App } from "./app.ts";

interface Connection {
  readonly socket: Socket;
  /** Requests that have no complete response yet. */
  requests: number;
}

/**
 * Limits the open connections of the process. At the limit a new connection replaces the one that has been idle longest,
 * so that silent connections never keep requests out. Only when every connection has a request is the new one refused.
 */
export function limitConnections(app: App, limit: number): void {
  const open = new Map<string, Connection>();
  /** The longest idle first. */
  const idle = new Set<Connection>();

  const remove = (key: string, connection: Connection): void => {
    idle.delete(connection);
    if (open.get(key) === connection) open.delete(key);
  };
  const dropLongestIdle = (): boolean => {
    const [longest] = idle;
    if (longest === undefined) return false;
    remove(keyOf(longest.socket), longest);
    longest.socket.destroy();
    return true;
  };

  app.server.on("connection", (socket: Socket) => {
    if (socket.destroyed) return;
    if (open.size >= limit && !dropLongestIdle()) {
      socket.destroy();
      return;
    }
    const [key, connection] = [keyOf(socket), { socket, requests: 0 }];
    open.set(key, connection);
    idle.add(connection);
    socket.once("close", () => remove(key, connection));
  });
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const key = keyOf(raw.socket);
    const connection = open.get(key);
    if (connection !== undefined) {
      connection.requests += 1;
      idle.delete(connection);
      reply.raw.once("close", () => {
        connection.requests -= 1;
        // A connection that was upgraded is never idle.
        const isIdle = connection.requests === 0 && reply.raw.statusCode !== 101;
        if (isIdle && open.get(key) === connection) idle.add(connection);
      });
    }
    done();
  });
}

/** The same for a connection and for the TLS session on it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
