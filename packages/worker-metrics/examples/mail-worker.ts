import { createWorkerMetrics } from "@vedette/worker-metrics";

const metrics = createWorkerMetrics({ family: "core", prefix: "acme_" });
const mails = { namespace: "default", task_queue: "mail", activity_type: "send_mail" };
const latency = metrics.histogram("activity_execution_latency", mails);

const request = metrics.startRequest({ operation: "SendMail", namespace: "default" });
const stop = latency.time();
await Promise.resolve("here the mail is sent");
stop();
request.end("OK");

process.stdout.write(metrics.expose());
