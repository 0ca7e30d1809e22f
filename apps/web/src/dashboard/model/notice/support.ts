/**
 * What happens to a name of a document: it is rendered as written, read as another one (`converted`), or the panel notes
 * that it has no effect (`noticed`), unless it asks for what is rendered anyway. `unrelated` names say nothing of what a
 * panel shows, such as the version of a plug-in or the state of an editor.
 */
export interface Support {
  readonly rendered: readonly string[];
  /** With the name that each is read as. */
  readonly converted?: Readonly<Record<string, string>>;
  /** With the values that ask for what is rendered anyway, lists as JSON; false, [] and {} where none are given. */
  readonly noticed: Readonly<Record<string, readonly unknown[]>>;
  readonly unrelated?: readonly string[];
}

export function named(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => `${prefix}.${name}`);
}

/** The same values for several names. */
export function each(names: readonly string[], values: readonly unknown[] = []): Record<string, readonly unknown[]> {
  return Object.fromEntries(names.map((name) => [name, values]));
}

/** What asks for nothing unless something else is rendered. */
const NOTHING: readonly unknown[] = [false, "[]", "{}"];

/** Whether a value of a noticed name has no effect that a reader would miss. */
export function asksForNothing(value: unknown, rendered: readonly unknown[]): boolean {
  if (value === undefined || value === null || value === "") return true;
  const comparable = typeof value === "object" ? JSON.stringify(value) : value;
  return (rendered.length === 0 ? NOTHING : rendered).includes(comparable);
}
