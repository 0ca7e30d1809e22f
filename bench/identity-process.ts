import { startIdentityService } from "./identity-service.ts";

// The service in a process of its own, so that the time that its core works can be told from that of the load.
// Started by identity-refresh.bench.ts with the address of a database; says its port, and its CPU time when asked.
const [, , url] = process.argv;
if (url !== undefined && process.send !== undefined) {
  const service = await startIdentityService(url);
  const address = service.server.address();
  process.send({ port: address !== null && typeof address === "object" ? address.port : 0 });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1_000_000 });
  });
  process.once("disconnect", async () => {
    await service[Symbol.asyncDispose]();
    process.exit();
  });
}
