import type { IncomingHttpHeaders } from "node:http";
import { credentialOf, type TokenHolder } from "@vedette/identity";
import type { Resources } from "../resources.ts";
import { bearerToken } from "../service-accounts/token-form.ts";
import { callerFrom } from "./identified-caller.ts";
import { identifyCaller } from "./identify-caller.ts";
import { authorityWith } from "./permissions.ts";

/**
 * Identifies the holder of a personal or service account token that can change the sign-in settings. A narrowed token
 * must hold the permission itself.
 *
 * @param address - IP address of the request
 * @returns `undefined` for other credentials, and without `identity.settings:write`
 */
export async function identifySettingsWriter(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<TokenHolder | undefined> {
  if (bearerToken(headers.authorization) === undefined) return undefined;
  const identification = await identifyCaller(resources, headers, address);
  if (identification === undefined) return undefined;
  const { uid, login, permissions, missingFactor } = await callerFrom(resources, identification);
  if (missingFactor?.kind === "required" || authorityWith(permissions) !== "everything") return undefined;
  return { actor: { id: uid, email: login }, credential: credentialOf(identification) };
}
