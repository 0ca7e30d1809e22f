import { createContext, use } from "react";
import type { CurrentUser } from "../api/user.ts";

export const CurrentUserContext = createContext<CurrentUser | undefined>(undefined);

/** The person who is signed in. Only for what stands inside `SignedIn`. */
export function useCurrentUser(): CurrentUser {
  const user = use(CurrentUserContext);
  if (user === undefined) throw new TypeError("useCurrentUser stands outside SignedIn");
  return user;
}
