import type { App } from "./app.ts";

/** Time for requests in flight once the server stops. With what is closed afterwards, a stop takes less than 10 s. */
const DRAIN_MS = 5_000;

/**
 * Closes without breaking an answer: no new work, `Connection: close` on what still goes out, idle connections closed
 * again and again (Fastify's own close waits for ever on a connection that was busy when closing began), the rest cut
 * after five seconds.
 */
export function drainOnClose(app: App): void {
  let closing = false;
  app.decorate("isClosing", () => closing);
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (closing) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("preClose", async () => {
    closing = true;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    app.server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  });
}
