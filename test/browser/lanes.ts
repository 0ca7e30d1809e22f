/** Pages, or what stands for them, that tests look at side by side: much of looking is waiting. */
export interface Lanes<Lane> {
  /** Waits for one that nobody looks at. */
  lend<Result>(look: (lane: Lane) => Promise<Result>): Promise<Result>;
}

export function lanesOf<Lane>(lanes: readonly Lane[]): Lanes<Lane> {
  const free = [...lanes];
  const waiting: ((lane: Lane) => void)[] = [];
  return {
    async lend(look) {
      const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
      try {
        return await look(lane);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(lane);
        else next(lane);
      }
    },
  };
}
