import type { IncomingHttpHeaders } from "node:http";
import { type Identification, identify } from "@vedette/identity";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { findTokenPerson } from "../service-accounts/personal-tokens.ts";
import { bearerToken } from "../service-accounts/token-form.ts";
import { findTokenAccount } from "../service-accounts/tokens.ts";

/**
 * Finds out who sent a request: a service account or a person by a token of theirs, everybody else as the sign-in service says.
 *
 * @param address - network address that the request comes from
 */
export async function identifyCaller(
  { db, identity }: Pick<Resources, "db" | "identity">,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<Identification | undefined> {
  const sent = bearerToken(headers.authorization);
  if (sent === undefined) return await identify(identity, headers);
  return sent.kind === "person"
    ? await identifyPerson(db, sent.token, address)
    : await identifyAccount(db, sent.token, address);
}

async function identifyPerson(db: Store, token: string, address: string): Promise<Identification | undefined> {
  const found = await findTokenPerson(db, token, address);
  if (found === undefined) return undefined;
  const { userId, email, name, permissions } = found;
  const part = { name, ...(permissions !== null && { narrowedTo: permissions }) };
  return { kind: "user", userId, email: email ?? "", sessionId: "", via: "bearer", token: part };
}

async function identifyAccount(db: Store, token: string, address: string): Promise<Identification | undefined> {
  const found = await findTokenAccount(db, token, address);
  if (found === undefined) return undefined;
  const { accountId, uid, login, role, permissions } = found;
  const account = { kind: "service-account", accountId, uid, login, role } as const;
  return { ...account, ...(permissions !== null && { narrowedTo: permissions }) };
}
