/** Addresses as people list them: with commas, semicolons, blanks or lines between them, each once. */
export function readAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ""))];
}
