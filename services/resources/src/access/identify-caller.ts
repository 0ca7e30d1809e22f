import type { IncomingHttpHeaders } from "node:http";
import { type Identification, identify } from "@vedette/identity";
import type { Resources } from "../resources.ts";
import { bearerServiceToken } from "../service-accounts/token-form.ts";
import { findTokenOwner } from "../service-accounts/tokens.ts";

/**
 * Finds out who sent a request: a service account by its token, everybody else as the sign-in service says.
 *
 * @param address - network address that the request comes from
 */
export async function identifyCaller(
  { db, identity }: Pick<Resources, "db" | "identity">,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<Identification | undefined> {
  const token = bearerServiceToken(headers.authorization);
  if (token === undefined) return await identify(identity, headers);
  const owner = await findTokenOwner(db, token, address);
  if (owner === undefined) return undefined;
  const { permissions, ...account } = owner;
  return { kind: "service-account", ...account, ...(permissions !== null && { narrowedTo: permissions }) };
}
