import http from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interceptNode } from "../src/index.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

/** What a client does with its request, in order. */
type Step =
  | { readonly do: "write"; readonly size: number; readonly isAwaited: boolean }
  | { readonly do: "end"; readonly size: number; readonly hasCallback: boolean }
  | { readonly do: keyof typeof OTHER_STEPS };

interface Plan {
  readonly method: "POST" | "GET";
  readonly isSized: boolean;
  readonly steps: readonly Step[];
}

let server: Loopback;

beforeAll(async () => {
  server = await startLoopback();
});

afterAll(async () => await server[Symbol.asyncDispose]());

const write = fc
  .record({ do: fc.constant("write" as const), size: fc.constantFrom(0, 1, 1000, 70_000), isAwaited: fc.boolean() })
  // Node itself calls back for an empty chunk only when more is written.
  .map((step) => ({ ...step, isAwaited: step.isAwaited && step.size > 0 }));
const other = fc.constantFrom<Step>({ do: "turn" }, { do: "nextTick" }, { do: "flushHeaders" }, { do: "writeInvalid" });
const end = fc.record({
  do: fc.constant("end" as const),
  size: fc.constantFrom(0, 5),
  hasCallback: fc.boolean(),
});
const destroy = fc.constantFrom<Step>({ do: "destroy" }, { do: "destroyWithError" });

const plans: fc.Arbitrary<Plan> = fc
  .record({
    method: fc.constantFrom("POST" as const, "GET" as const),
    isSized: fc.boolean(),
    body: fc.array(fc.oneof({ weight: 3, arbitrary: write }, { weight: 2, arbitrary: other }), { maxLength: 6 }),
    last: fc.oneof({ weight: 5, arbitrary: end }, { weight: 1, arbitrary: destroy }),
    isEndedTwice: fc.boolean(),
  })
  .map(({ method, isSized, body, last, isEndedTwice }) => ({
    method,
    // A GET with a body needs a length: Node frames it in no other way.
    isSized: isSized || method === "GET",
    steps: [...body, last, ...(isEndedTwice && last.do === "end" ? [{ ...last, hasCallback: false }] : [])],
  }));

const OTHER_STEPS = {
  turn: () => turn(),
  nextTick: () => new Promise<void>((resolve) => process.nextTick(resolve)),
  flushHeaders: (request: http.ClientRequest) => request.flushHeaders(),
  destroy: (request: http.ClientRequest) => void request.destroy(),
  destroyWithError: (request: http.ClientRequest) => void request.destroy(new Error("given up")),
  writeInvalid: (request: http.ClientRequest) =>
    expect(() => Reflect.apply(request.write, request, [5])).toThrow(
      expect.objectContaining({ code: "ERR_INVALID_ARG_TYPE" }),
    ),
};

async function writeChunk(
  request: http.ClientRequest,
  { size, isAwaited }: { readonly size: number; readonly isAwaited: boolean },
  report: (error?: Error | null) => void,
): Promise<void> {
  const chunk = "x".repeat(size);
  if (!isAwaited) {
    request.write(chunk);
    return;
  }
  await new Promise<void>((resolve) => {
    request.write(chunk, (error) => {
      report(error);
      resolve();
    });
  });
}

/** Runs the steps and lists, by source, what the client saw. */
async function run({ method, isSized, steps }: Plan): Promise<Record<string, unknown>> {
  const seen: Record<string, string[]> = { callbacks: [], events: [], states: [], errors: [] };
  const sent = steps.slice(0, 1 + steps.findIndex((step) => step.do === "end"));
  const bytes = sent.reduce((sum, step) => sum + ("size" in step ? step.size : 0), 0);
  const headers = isSized ? { "content-length": bytes } : {};
  const request = http.request(`${server.url}/echo`, { method, headers, agent: false });
  const closed = new Promise<void>((resolve) => request.once("close", resolve));
  request.on("error", (error: NodeJS.ErrnoException) => seen["errors"]?.push(error.code ?? error.message));
  request.on("finish", () => seen["events"]?.push("finish"));
  const answer = new Promise<unknown>((resolve) => {
    request.on("response", async (response) => {
      const chunks = await Array.fromAsync(response).catch(() => ["broken off"]);
      resolve([response.statusCode, framingOf(chunks.join(""))]);
    });
    void closed.then(() => setImmediate(() => resolve("none")));
  });
  for (const [index, step] of steps.entries()) {
    const report = (error?: Error | null) => {
      const code = error ? ` ${Reflect.get(error, "code")}` : "";
      seen["callbacks"]?.push(`${step.do} ${index + 1}${code}`);
    };
    if ("isAwaited" in step) await writeChunk(request, step, report);
    else if ("hasCallback" in step) {
      request.end("x".repeat(step.size) || undefined, ...(step.hasCallback ? [() => report()] : []));
      seen["states"]?.push(`ended ${request.writableEnded}`);
    } else await OTHER_STEPS[step.do](request);
  }
  await closed;
  return { ...seen, answer: await answer };
}

async function textOf(request: http.ClientRequest): Promise<string> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on("response", resolve).on("error", reject);
  });
  return (await Array.fromAsync(response)).join("");
}

/** The parts of an echoed request that depend on how the client wrote it. */
function framingOf(echo: string): unknown {
  const { method, body, headers } = JSON.parse(echo) as {
    method: string;
    body: string;
    headers: Record<string, string>;
  };
  return [method, body.length, headers["content-length"], headers["transfer-encoding"]];
}

describe("a held request of http", () => {
  it("behaves like one without interception, whatever the client writes and awaits", async () => {
    await using routes = await interceptNode();
    const property = fc.asyncProperty(plans, async (plan) => {
      const plain = await run(plan);
      await routes.route("**/echo", (route) => route.continue());
      const held = await run(plan);
      await routes.unroute("**/echo");
      expect(held).toEqual(plain);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it("goes on when the client ends it in the callback of a write", async () => {
    await using routes = await interceptNode();
    const seen: (string | null)[] = [];
    await routes.route("**/echo", (route, request) => {
      seen.push(request.postData());
      return route.continue();
    });
    const request = http.request(`${server.url}/echo`, { method: "POST", headers: { "content-length": 2 } });
    request.write("ab", () => request.end());

    expect(JSON.parse(await textOf(request)).body).toBe("ab");
    expect(seen).toEqual(["ab"]);
  });

  it("calls the callbacks of a body that a handler replaces", async () => {
    await using routes = await interceptNode();
    await routes.route("**/echo", (route) => route.continue({ postData: "other" }));
    const request = http.request(`${server.url}/echo`, { method: "POST" });
    const ended = new Promise<void>((resolve) => request.end("own", resolve));

    expect(JSON.parse(await textOf(request)).body).toBe("other");
    await ended;
  });

  it.each(["continue", "fulfill"] as const)("is decided when ended on connect: %s", async (how) => {
    await using routes = await interceptNode();
    await routes.route("**/echo", (route) => (how === "continue" ? route.continue() : route.fulfill({ body: "{}" })));
    const request = http.request(`${server.url}/echo`, { method: "POST", agent: false });
    request.on("socket", (socket) => socket.on("connect", () => request.end("late")));

    expect(JSON.parse(await textOf(request)).body).toBe(how === "continue" ? "late" : undefined);
  });

  it("is decided once when its agent hands it to another agent", async () => {
    class ProxyAgent extends http.Agent {
      readonly #next = new http.Agent();
      createSocket(request: http.ClientRequest, options: object): void {
        setImmediate(() => Reflect.apply(Reflect.get(this.#next, "addRequest"), this.#next, [request, options]));
      }
    }
    await using routes = await interceptNode();
    let count = 0;
    await routes.route("**/echo", (route) => {
      count += 1;
      return route.continue();
    });

    expect(JSON.parse(await textOf(http.get(`${server.url}/echo`, { agent: new ProxyAgent() }))).method).toBe("GET");
    expect(count).toBe(1);
  });
});
