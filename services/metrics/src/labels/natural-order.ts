/** Whether a text comes before another when numbers inside them count by their size: `node-9` before `node-10`. */
export function isNaturallyBefore(one: string, other: string): boolean {
  const left = chunks(one);
  const right = chunks(other);
  for (const [index, chunk] of left.entries()) {
    const against = right[index];
    if (against === undefined) return false;
    if (chunk === against) continue;
    return isBefore(chunk, against);
  }
  return left.length < right.length;
}

/** Runs of digits and of everything else in turn. */
function chunks(text: string): string[] {
  return text.match(/\d+|\D+/g) ?? [];
}

function isBefore(one: string, other: string): boolean {
  const areNumbers = /^\d/.test(one) && /^\d/.test(other);
  if (!areNumbers || Number(one) === Number(other)) return one < other;
  return Number(one) < Number(other);
}
