import { readLocalPath } from "@vedette/client/link-target";

/**
 * Returns the page to go to after signing in: the requested path of this origin with query and fragment, `/` for
 * everything else.
 */
export function nextPath(asked: string | null): string {
  return readLocalPath(asked ?? "") ?? "/";
}

/** The address of another page before the session, from which somebody still comes to where they wanted to go. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?${new URLSearchParams({ next })}`;
}
