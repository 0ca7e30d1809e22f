import { connect } from "node:net";
import { createHttpServer, httpSettings, OPEN } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import { handleUncaught } from "../apps/server/src/uncaught.ts";

/** A server whose routes leave errors to no one. It prints its URL. */
const settings = settingsFrom(httpSettings, { "log.level": "error" });
const app = createHttpServer({ settings, publicUrl: "http://localhost" });
const config = { permission: OPEN };
const never = () => new Promise<never>(() => undefined);
// Port 1 is reserved; nothing listens there.
const refused = () => connect(1, "127.0.0.1");

app.get("/connection", { config }, async () => {
  refused();
  return never();
});
app.post("/connection", { config, schema: { body: { type: "object" } } }, async () => {
  refused();
  return never();
});
app.get("/begun", { config }, async (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/plain" }).write("first");
  setTimeout(refused, 20);
});
app.get("/answered", { config }, async () => {
  setTimeout(refused, 20);
  return {};
});
app.get("/rejection", { config }, async () => {
  void Promise.reject(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }));
  return never();
});
app.get("/timer", { config }, async () => {
  setTimeout(() => {
    throw new TypeError("a programming error");
  }, 0);
  return never();
});
app.get("/slow", { config }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { finished: true };
});
app.get("/health", { config }, async () => ({}));

handleUncaught(app);
process.once("message", () => setTimeout(refused, 0));
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
