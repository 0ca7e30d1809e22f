import { useLocation } from "react-router";

/** The address that somebody typed on the page before, so that nothing is asked twice. */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state;
  const email: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "email") : undefined;
  return typeof email === "string" ? email : "";
}
