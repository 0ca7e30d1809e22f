import { useSearchParams } from "react-router";
import { nextPath, withNext } from "./next-path.ts";

interface Next {
  /** Where somebody wants to go after signing in. */
  readonly next: string;
  /** The address of another page before the session, with it. */
  readonly keepNext: (path: string) => string;
}

/** Where somebody came from who was asked to sign in, as the address of the page says it. */
export function useNext(): Next {
  const [query] = useSearchParams();
  const next = nextPath(query.get("next"));
  return { next, keepNext: (path) => withNext(path, next) };
}
