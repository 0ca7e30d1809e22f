const warned = new Set<string>();

/** Says once in a process that something should not be used any more. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  process.emitWarning(message, "DeprecationWarning");
}
