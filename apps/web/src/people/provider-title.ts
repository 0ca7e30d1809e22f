import { useQuery } from "@tanstack/react-query";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { texts } from "./messages.ts";

const OWN_WAYS: ReadonlyMap<string, string> = new Map([
  ["email", texts.users.columns.email],
  ["phone", texts.users.columns.phone],
]);

/** What people call a way to sign in, which programs write as `email`, `github` or `custom:harbour`. */
export function useProviderTitle(): (provider: string) => string {
  const { data } = useQuery(signInMethodsQuery);
  return (provider) =>
    OWN_WAYS.get(provider) ?? data?.providers.find(({ name }) => name === provider)?.title ?? provider;
}
