import { describe, expect, it, onTestFinished } from "vitest";
import { killWhileWriting } from "./kill-while-writing.ts";
import { aDataDir, removeDataDir, startVedette } from "./running-server.ts";

const ROUNDS = 20;

describe("a process that is killed while it writes", () => {
  it(`has lost nothing that it acknowledged, ${ROUNDS} times in a row`, { timeout: 480_000 }, async () => {
    const dataDir = aDataDir();
    onTestFinished(() => removeDataDir(dataDir));

    const { lost, acknowledged } = await killWhileWriting(() => startVedette({ dataDir }), ROUNDS);

    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * 10);
  });
});
