import type { SsoProvider, SsoProviderFields } from "../api/single-sign-on.ts";

/** What was typed over a provider as it was read: the rest stays as it is by then, whoever has saved it. */
export function changeOf({ oidc, ...shared }: SsoProviderFields, seen: SsoProvider): SsoProviderFields {
  const { oidc: before = {}, ...rest } = storedOf(seen);
  const spoken = onlyOther(oidc ?? {}, before);
  return { ...onlyOther(shared, rest), ...(Object.keys(spoken).length > 0 && { oidc: spoken }) };
}

/** Fields that are to be changed, and the provider as it was read before. */
export interface SsoChange {
  readonly change: SsoProviderFields;
  readonly seen: SsoProvider;
}

/** What somebody else has made, since the provider was read, of the very fields that are to be changed. */
export function overtakenBy(now: SsoProvider, { change, seen }: SsoChange): readonly string[] {
  const { oidc: spoken = {}, ...shared } = change;
  const { oidc: theirSpoken = {}, ...theirs } = changeOf(storedOf(now), seen);
  return [...contested(theirs, shared), ...contested(theirSpoken, spoken)];
}

function contested(theirs: object, wanted: object): string[] {
  return Object.entries(onlyOther(theirs, wanted)).flatMap(([name, value]) => (name in wanted ? textOf(value) : []));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A provider in the words in which it is changed; what it holds of a secret, nobody reads. */
function storedOf({ saml, oidc, domains, allow_idp_initiated = false }: SsoProvider): SsoProviderFields {
  const shared = { domains: domains.map(({ domain }) => domain) };
  if (oidc !== undefined) {
    const { issuer, client_id, attribute_mapping = {} } = oidc;
    return { ...shared, oidc: { issuer, client_id, client_secret: "", attribute_mapping } };
  }
  const { metadata_url, attribute_mapping = {} } = saml ?? {};
  const address = metadata_url === undefined ? {} : { metadata_url };
  return { ...shared, ...address, allow_idp_initiated, attribute_mapping };
}

function onlyOther<Fields extends object>(fields: Fields, before: object): Partial<Fields> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  );
  return Object.fromEntries(kept) as Partial<Fields>; // Some of its own members.
}
