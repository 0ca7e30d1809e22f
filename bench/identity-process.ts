import { answerCpuTime } from "./cpu-time.ts";
import { startIdentityService } from "./identity-service.ts";

// The service apart. Started by identity-refresh.bench.ts with the address of a database.
const [, , url] = process.argv;
if (url !== undefined && process.send !== undefined) {
  const service = await startIdentityService(url);
  answerCpuTime(service.server, async () => service[Symbol.asyncDispose]());
}
