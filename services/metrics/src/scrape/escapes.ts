/** Undoes `\\`, `\"` and `\n`; other escapes stand for themselves. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\([\\n"])/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
}
