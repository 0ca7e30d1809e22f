import type { OfferedProvider } from "../api/provider-page.ts";
import { recall, remember } from "../browser-memory.ts";

const KEY = "vedette.entrance";

/** How somebody signed in last in this browser. */
export interface LastEntrance {
  readonly email: string;
  /** Of the provider that they chose, or {@link SINGLE_SIGN_ON}; "" for a password. */
  readonly provider: string;
}

/** By the identity provider of a company: which, its e-mail address says. */
export const SINGLE_SIGN_ON = "sso";

/** The entrance that worked last; `undefined` where none is known. */
export function lastEntrance(): LastEntrance | undefined {
  const [provider = "", email = ""] = (recall(KEY) ?? "").split(" ");
  return email === "" ? undefined : { email, provider };
}

/** The provider that somebody leaves for, until it is known whether it lets them in. */
export function leaveFor({ name }: Pick<OfferedProvider, "name">): void {
  if (lastEntrance()?.provider !== name) remember(KEY, name);
}

export function keepEntrance(email: string, way: "password" | "provider"): void {
  const provider = way === "password" ? "" : (recall(KEY) ?? "").split(" ")[0];
  if (way === "password" || provider !== "") remember(KEY, `${provider} ${email}`);
}
