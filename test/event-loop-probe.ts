import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded into a server by NODE_OPTIONS=--import: measures the processor time of the main thread between two turns of its
 * event loop. What other processes do meanwhile does not count. A connection to the socket starts the measurement, and
 * its end asks for the result.
 */

const path = process.env["EVENT_LOOP_PROBE"];
if (isMainThread && path !== undefined) {
  rmSync(path, { force: true });
  createServer({ allowHalfOpen: true }, (socket) => {
    let isOver = false;
    let longestMs = 0;
    let beforeMs = cpuMs();
    const look = (): void => {
      const nowMs = cpuMs();
      longestMs = Math.max(longestMs, nowMs - beforeMs);
      beforeMs = nowMs;
      if (isOver) socket.end(String(longestMs));
      else setImmediate(look);
    };
    setImmediate(look);
    socket.once("end", () => {
      isOver = true;
    });
    socket.on("error", () => {
      isOver = true;
    });
    socket.resume();
    socket.write("started ");
  })
    .listen(path)
    .unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
