import { findUser } from "@vedette/identity";
import { ResourceError } from "../errors.ts";
import type { Resources } from "../resources.ts";
import { requireServiceAccount } from "../service-accounts/accounts.ts";
import { findTeamByKey } from "../teams/teams.ts";
import type { ObjectGrant } from "./object-permissions.ts";

/** What is granted on an object, with the names of those it is granted to; whoever is gone is left out. */
export async function shownSubjects(resources: Resources, namespace: string, grants: readonly ObjectGrant[]) {
  const shown = await Promise.all(
    grants.map(async ({ subjectKind, subject, ...grant }, index) => {
      const named = await nameOf(resources, namespace, { subjectKind, subject });
      return named === undefined ? [] : [{ id: index + 1, isManaged: true, ...named, ...grant }];
    }),
  );
  return shown.flat();
}

async function nameOf(
  resources: Resources,
  namespace: string,
  { subjectKind, subject }: Pick<ObjectGrant, "subjectKind" | "subject">,
) {
  if (subjectKind === "basic-role") return { builtInRole: subject };
  if (subjectKind === "user") {
    const user = await findUser(resources.identity.db, subject);
    return user && { userId: user.id, userUid: user.id, userLogin: user.email ?? user.id };
  }
  if (subjectKind === "team") {
    const team = await findTeamByKey(resources, namespace, subject);
    return team && { teamId: team.id, teamUid: team.uid, team: team.name };
  }
  const account = await requireServiceAccount(resources.db, subject).catch((error: unknown) => {
    if (error instanceof ResourceError) return undefined;
    throw error;
  });
  return account && { userId: account.id, userUid: account.uid, userLogin: account.login, isServiceAccount: true };
}
