/**
 * Where to go after signing in. Only a path of this origin passes: it begins with one `/`, is followed by
 * neither `/` nor `\` (which browsers read as another host), and holds no control character.
 *
 * @returns the path with query and fragment, `/` when the given one does not pass
 */
export function nextPath(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])/.test(asked) || hasControlCharacter(asked)) return "/";
  return asked;
}

/** The address of another page before the session, from which somebody still comes to where they wanted to go. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?${new URLSearchParams({ next })}`;
}

/** Browsers drop tabs and line breaks out of addresses, so that `/<tab>/host` would become `//host`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007f");
}
