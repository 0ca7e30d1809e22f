import { readdirSync, readFileSync } from "node:fs";
import type { MemorySample } from "./growth.ts";

/** The inspector of a running Node process. */
export interface Inspector {
  /** Collects garbage, then measures. */
  measure(pid: number): Promise<Omit<MemorySample, "minute" | "cacheBytes">>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/** Connects to the inspector of a process that was started with `--inspect=<port>`. */
export async function connectInspector(port: number): Promise<Inspector> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target]: readonly { readonly webSocketDebuggerUrl: string }[] = JSON.parse(await list.text());
  if (target === undefined) throw new Error("the server has no inspector");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(String(data));
    waiting.get(message.id ?? 0)?.(message);
    waiting.delete(message.id ?? 0);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let lastId = 0;
  const send = (method: string, params: object = {}): Promise<Message> => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(lastId, resolve);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return promise;
  };

  return {
    async measure(pid) {
      // Buffers of collected objects are freed by the collection after theirs.
      await send("HeapProfiler.collectGarbage");
      await send("HeapProfiler.collectGarbage");
      const { result } = await send("Runtime.evaluate", {
        expression: "JSON.stringify([process.memoryUsage(), process.getActiveResourcesInfo().length])",
        returnByValue: true,
      });
      const [memory, resources]: [NodeJS.MemoryUsage, number] = JSON.parse(String(result?.result?.value));
      return {
        heapBytes: memory.heapUsed,
        externalBytes: memory.external,
        arrayBufferBytes: memory.arrayBuffers,
        residentBytes: memory.rss,
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
        resources,
      };
    },
    close: () => socket.close(),
  };
}

/** Seconds of processor time that a process has used, user and system. @see proc_pid_stat(5) */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
