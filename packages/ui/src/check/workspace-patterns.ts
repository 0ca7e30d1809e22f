const LONGEST_PATTERN = 256;
const MOST_ALTERNATIVES = 100;
const MOST_STARS = 4;

/**
 * Whether the pattern of a workspace can be searched for. Those that lead out of the project are not, nor those that
 * somebody made to be searched for ever: package managers trust a project, this check does not.
 */
export function isSearchable(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || leadsOut(pattern) || alternativesOf(pattern) > MOST_ALTERNATIVES)
    return false;
  const stars = pattern.split("/").map((part) => part.split("*").length - 1);
  return (
    stars.every((count) => count <= MOST_STARS) && pattern.split("**").length <= 3 && !/[?*+@!]\([^)]*\(/.test(pattern)
  );
}

/** Two dots are also those of a range of numbers, which may be as long as one likes. */
function leadsOut(pattern: string): boolean {
  return pattern.includes("..") || /^([a-z]:)?[/\\]/i.test(pattern);
}

/** At most so many patterns come of the braces of one. */
function alternativesOf(pattern: string): number {
  let most = 1;
  for (let rest = pattern; ; ) {
    const [group] = /\{[^{}]*\}/.exec(rest) ?? [];
    if (group === undefined) return most;
    most *= group.split(",").length;
    rest = rest.replace(group, "x");
  }
}
