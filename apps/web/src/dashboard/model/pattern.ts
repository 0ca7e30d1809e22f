/**
 * A regular expression as documents write it: `/re/flags`, or the expression alone.
 *
 * @returns `undefined` when none can be made of it, as of another language's
 */
export function readPattern(source: string): RegExp | undefined {
  const [, pattern = source, flags = ""] = /^\/([\s\S]*)\/([a-z]*)$/.exec(source) ?? [];
  try {
    return new RegExp(pattern, [...new Set(flags.replaceAll(/[^gimsu]/g, ""))].join(""));
  } catch {
    return undefined;
  }
}
