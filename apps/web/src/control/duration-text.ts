const SECOND = 1000;

/** A duration for people: `1 h 30 min`, `45 s`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / SECOND);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  return (
    parts
      .filter(([amount]) => amount > 0)
      .map(([amount, unit]) => `${amount}\u2009${unit}`)
      .join(" ") || "0\u2009s"
  );
}
