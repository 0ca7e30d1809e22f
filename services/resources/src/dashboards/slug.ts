const MAX_LENGTH = 50;

/**
 * The title in the form that addresses have: lower case letters, digits and single hyphens, at most 50 characters.
 *
 * @returns `dashboard` when nothing of the title is left
 */
export function slugOf(title: string): string {
  const slug = title
    .slice(0, 1000)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, "");
  return slug === "" ? "dashboard" : slug;
}

/** Where the page of a dashboard is, below the public address. */
export function dashboardPath(name: string, title: string): string {
  return `/d/${name}/${slugOf(title)}`;
}

/** Where the list of what lies in a folder is. */
export function folderPath(name: string, title: string): string {
  return `/dashboards/f/${name}/${slugOf(title)}`;
}
