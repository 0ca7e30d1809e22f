import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { reference, referencePath } from "./reference.ts";

const FRONT_DOOR = new URL("../src/index.ts", import.meta.url).href;
const run = promisify(execFile);

/** Runs a program in a process of its own and gives what it prints. */
async function printed(program: string, flags: readonly string[] = []): Promise<string> {
  const args = [...flags, "--input-type=module", "--conditions=vedette-source", "--eval", program];
  const { stdout } = await run(process.execPath, args, { timeout: 100_000 });
  return stdout.trim();
}

/** Empty for one that has ended, also where nobody asked how. */
function commandOf(processId: string): string {
  const path = `/proc/${processId}/cmdline`;
  return existsSync(path) ? readFileSync(path, "latin1") : "";
}

describe("a process that uses images", () => {
  it("has no further thread, file or addon from importing", async () => {
    const program = `
      import { readdirSync, readlinkSync } from "node:fs";
      const threads = () => readdirSync("/proc/self/task").length;
      const files = () => readdirSync("/proc/self/fd").map((name) => { try { return readlinkSync("/proc/self/fd/" + name); } catch { return "listing"; } });
      await import("node:url");
      const before = [threads(), files()];
      await import(${JSON.stringify(FRONT_DOOR)});
      const addons = process.report.getReport().sharedObjects.filter((name) => /sharp|vips/.test(name)).length;
      console.log(JSON.stringify([threads() - before[0], files().filter((name) => !before[1].includes(name) && name !== "/dev/null"), addons]));`;

    expect(process.platform === "linux" ? await printed(program) : "[0,[],0]").toBe("[0,[],0]");
  });

  it("ends by itself after synchronous and promised calls", async () => {
    const program = `
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      const image = nativeImage.createFromPath(${JSON.stringify(referencePath("logo.jpg"))});
      const file = await image.encode("webp");
      const drawing = await nativeImage.decode(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
      console.log(image.toJPEG(80).length > 100, file.length > 100, drawing.getSize().width);`;

    expect(await printed(program)).toBe("true true 9");
  });

  it("draws an SVG in a process of its own, which ends with it", async () => {
    const program = `
      const { readFileSync, readdirSync } = await import("node:fs");
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      await nativeImage.decode(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
      const parentOf = (id) => { try { return readFileSync("/proc/" + id + "/stat", "latin1").split(") ")[1].split(" ")[1]; } catch { return ""; } };
      console.log(readdirSync("/proc").filter((id) => /^[0-9]+$/.test(id) && parentOf(id) === String(process.pid)).join(" "));
      process.kill(process.pid, "SIGKILL");`;
    const args = ["--input-type=module", "--conditions=vedette-source", "--eval", program];
    const child = await run(process.execPath, args).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));

    expect(child.stdout).toMatch(/^\d+\n$/);
    await expect.poll(() => commandOf(child.stdout.trim()), { timeout: 10_000 }).toBe("");
  });

  it("goes on when its thread has ended, without a wait", async () => {
    const program = `
      const workers = [];
      process.on("worker", (worker) => workers.push(worker));
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      const path = ${JSON.stringify(referencePath("logo.jpg"))};
      const before = nativeImage.createFromPath(path).toBitmap();
      const turn = () => new Promise(setImmediate);
      await turn();
      await workers[0].terminate();
      const after = nativeImage.createFromPath(path).toBitmap();
      await turn();
      console.log(before.equals(after), after.length > 0, workers.length);`;

    expect(await printed(program)).toBe("true true 2");
  });

  it("waits for a promise that nobody else keeps it alive for", async () => {
    const program = `
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      nativeImage.decode(${JSON.stringify(referencePath("logo.jpg"))}).then((image) => console.log(image.isEmpty()));`;

    expect(await printed(program)).toBe("false");
  });

  it("without the right to start threads still reads and writes PNG", async () => {
    const program = `
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      const png = nativeImage.createFromPath(${JSON.stringify(referencePath("logo.png"))});
      const jpeg = nativeImage.createFromPath(${JSON.stringify(referencePath("logo.jpg"))});
      console.log(png.toPNG().length > 100, jpeg.isEmpty());`;

    expect(await printed(program, ["--permission", "--allow-fs-read=*"])).toBe("true true");
  });

  it("without WebAssembly gives the same pictures", async () => {
    const program = (before: string): string => `
      import { createHash } from "node:crypto";
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      ${before}
      const image = nativeImage.createFromPath(${JSON.stringify(referencePath("rgba8.png"))}).resize({ width: 50 });
      console.log(typeof WebAssembly, createHash("sha256").update(image.toPNG()).digest("hex"));`;
    const [withIt, without] = await Promise.all([
      printed(program("")),
      printed(program("delete globalThis.WebAssembly;")),
    ]);

    expect(without).toBe(withIt.replace("object", "undefined"));
  });

  it("gives memory back that nobody looks at any more", async () => {
    const program = `
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      const pixels = Buffer.alloc(4_000_000);
      for (let count = 0; count < 300; count += 1) nativeImage.createFromBitmap(pixels, { width: 1000, height: 1000 });
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log(process.memoryUsage().arrayBuffers < 150_000_000);`;

    expect(await printed(program)).toBe("true");
  });

  it("gives memory back that pictures took in the threads of the library", { timeout: 120_000 }, async () => {
    const program = `
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      const { setImmediate: turn } = await import("node:timers/promises");
      const bytes = (await import("node:fs")).readFileSync(${JSON.stringify(referencePath("logo.jpg"))});
      const work = async (times) => {
        for (let count = 0; count < times; count += 1) {
          const image = nativeImage.createFromBuffer(bytes);
          image.toBitmap();
          image.toJPEG(80);
          if (count % 8 === 0) await (await nativeImage.decode(bytes)).encode("webp");
          if (count % 32 === 0) await turn();
        }
      };
      await work(200);
      const before = process.memoryUsage.rss();
      await work(800);
      console.log(Math.round((process.memoryUsage.rss() - before) / 1e6));`;

    // Kept would be 350 MB of pixels.
    expect(Number(await printed(program))).toBeLessThan(200);
  });
});

describe("worker threads", () => {
  it("all at once get what the main thread gets", async () => {
    const program = `
      const { parentPort } = require("node:worker_threads");
      import(${JSON.stringify(FRONT_DOOR)}).then(({ nativeImage }) => {
        const image = nativeImage.createFromPath(${JSON.stringify(referencePath("logo.jpg"))});
        parentPort.postMessage(image.resize({ width: 77 }).toPNG());
      });`;
    const answers = Array.from(
      { length: 3 },
      () =>
        new Promise<Uint8Array>((resolve, reject) => {
          const worker = new Worker(program, { eval: true, execArgv: ["--conditions=vedette-source"] });
          worker.once("message", resolve).once("error", reject);
        }),
    );
    const expected = nativeImage.createFromBuffer(reference("logo.jpg")).resize({ width: 77 }).toPNG();

    for (const answer of await Promise.all(answers)) expect(Buffer.compare(answer, expected)).toBe(0);
  });
});

describe("inside Electron", () => {
  /** Electron itself cannot run here; this stands in for its module as it is on Linux and shows who makes the images. */
  const inElectron = (calls: string): Promise<string> =>
    printed(`
      import { registerHooks } from "node:module";
      const image = (shown) => ({
        isEmpty: () => shown.length === 0,
        addRepresentation: ({ buffer, width, scaleFactor }) => shown.push([buffer.length, width, scaleFactor]),
        setTemplateImage: () => shown.push("template"),
        toJSON: () => ["Electron's", ...shown],
      });
      globalThis.electronNativeImage = {
        createEmpty: () => image([]),
        createFromBitmap: (buffer, { width, scaleFactor }) => image([[buffer.length, width, scaleFactor]]),
        createFromNamedImage: () => image([]),
      };
      registerHooks({
        resolve: (specifier, context, next) =>
          specifier === "electron" ? { url: "data:text/javascript,", format: "commonjs", shortCircuit: true } : next(specifier, context),
        load: (url, context, next) =>
          url === "data:text/javascript,"
            ? { format: "commonjs", source: "module.exports = { nativeImage: globalThis.electronNativeImage }", shortCircuit: true }
            : next(url, context),
      });
      Object.defineProperty(process.versions, "electron", { value: "40.0.0" });
      const { nativeImage } = await import(${JSON.stringify(FRONT_DOOR)});
      console.log(JSON.stringify(${calls}));`);

  it("the factories are Electron's own, and decode gives Electron's images", async () => {
    const path = JSON.stringify(referencePath("rgb8.png"));

    expect(await inElectron(`[nativeImage.createEmpty(), await nativeImage.decode(${path}, { scaleFactor: 2 })]`)).toBe(
      `[["Electron's"],["Electron's",[1972,29,2]]]`,
    );
  });

  it("symbols and thumbnails that its platform lacks are made here, as Electron's images", async () => {
    const path = JSON.stringify(referencePath("logo.png"));
    const calls = `[
      nativeImage.createFromNamedImage("atom"),
      nativeImage.createFromNamedImage("totally_not_real"),
      nativeImage.createMenuSymbol("atom"),
      await nativeImage.createThumbnailFromPath(${path}, { width: 100, height: 100 }),
    ]`;

    expect(JSON.parse(await inElectron(calls))).toEqual([
      ["Electron's", [30 * 30 * 4, 30, 1], [60 * 60 * 4, 60, 2]],
      ["Electron's"],
      ["Electron's", [15 * 15 * 4, 15, 1], [30 * 30 * 4, 30, 2], "template"],
      ["Electron's", [100 * 35 * 4, 100, 1]],
    ]);
  });
});
