/** Processor time of this thread until others get their turn, the longest of all: what other processes do does not count. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  let beforeMs = cpuMs();
  const look = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longestMs;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
