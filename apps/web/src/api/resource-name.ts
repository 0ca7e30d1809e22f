/** A name that a resource may have in its address. @see resources: Names */
export function isResourceName(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/.test(value);
}

/**
 * The beginning of a new resource's name, made of its title, so that addresses can be read; what makes it unique
 * is put behind it.
 *
 * @param otherwise - for titles without a letter that an address can hold
 */
export function namePrefixOf(title: string, otherwise: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 31)
    .replace(/^-+|-+$/g, "");
  return `${words === "" ? otherwise : words}-`;
}
