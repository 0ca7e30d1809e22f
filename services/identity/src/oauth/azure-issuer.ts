const TENANT = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const ISSUER = new RegExp(
  `^https://(?:login\\.microsoftonline\\.com/(${TENANT})|[a-z0-9-]{1,63}\\.ciamlogin\\.com/(${TENANT}))/v2\\.0$`,
);
const MULTI_TENANT = new Set(["common", "organizations", "consumers"]);

/**
 * Whether a token's issuer is one that the configured address stands for: any tenant where it is meant for all, else the
 * one that is named. Anchored at both ends: an issuer is never taken from the token itself.
 *
 * @param auth - e.g. `https://login.microsoftonline.com/common`
 */
export function isAzureIssuer(issuer: string, auth: string): boolean {
  if (isMultiTenant(auth)) return ISSUER.test(issuer);
  return issuer === `${auth}/v2.0`;
}

/** Whether people of any organisation may come: then nobody vouches that an address is really theirs. */
export function isMultiTenant(auth: string): boolean {
  const tenant = /^https:\/\/login\.microsoftonline\.com\/([^/]+)$/.exec(auth)?.[1];
  return tenant !== undefined && MULTI_TENANT.has(tenant);
}
