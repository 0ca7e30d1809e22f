/** What of a team's groups is looked for; both must fit. */
export interface GroupSearch {
  /** Part of the group, case ignored; empty for all. */
  readonly query: string;
  /** The whole group, or one value of the distinguished name that it is; empty for all. */
  readonly name: string;
}

/** Whether a group fits a search. @see spec 2, team groups search */
export function matchesGroup(groupId: string, { query, name }: GroupSearch): boolean {
  const hasPart = groupId.toLowerCase().includes(query.toLowerCase());
  return hasPart && (name === "" || groupId === name || rdnValues(groupId).includes(name));
}

/** The values of a distinguished name as LDAP writes it: of `cn=editors,dc=example` they are `editors` and `example`. */
export function rdnValues(groupId: string): string[] {
  return [...groupId.matchAll(/(?:^|[,+])\s*[A-Za-z][A-Za-z0-9.-]*\s*=\s*((?:\\.|[^,+\\])*)/gs)].map(([, value = ""]) =>
    value.trim().replace(/\\([\s\S])/g, "$1"),
  );
}
