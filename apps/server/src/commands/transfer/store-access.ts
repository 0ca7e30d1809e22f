import { isDeepStrictEqual } from "node:util";
import { CommandError } from "../../start-failure.ts";
import { callServer, refusalOf } from "../server-call.ts";
import { type AccessState, accessStateOf, type PresentAccess, readAccess } from "./access-state.ts";
import type { Outcome, StoreWish } from "./store-resource.ts";

/** One thing that a server lacks, or has otherwise. */
interface Step {
  readonly what: string;
  readonly outcome: Exclude<Outcome, "unchanged">;
  readonly path: string;
  readonly method: "POST" | "PUT" | "PATCH";
  readonly body: object;
}

/**
 * Gives everybody what a file says that they may do. Nothing is taken from anybody: what a server has beyond the file
 * stays. A role that says something else, and a basic role, are changed in the mode `replace` only.
 *
 * @param say - told of every single thing that was done, or is to be done in the mode `check`
 * @throws CommandError when the server refuses, for somebody who has no account there, and for what may not be changed
 */
export async function storeAccess(value: unknown, wish: StoreWish, say: (line: string) => void): Promise<Outcome> {
  const wanted = accessStateOf(value);
  const present = await readAccess(wish, uniqueObjects(wanted));
  const faults = faultsOf(wanted, present);
  const steps = stepsTowards(wanted, present);
  const refused = steps.filter(({ outcome }) => wish.mode === "keep" && outcome === "changed");
  for (const step of steps) {
    if (refused.includes(step)) continue;
    const { what, path, method, body } = step;
    const answer =
      wish.mode === "check" ? undefined : await callServer(wish, path, { method, body: JSON.stringify(body) });
    const refusal = answer && refusalOf(answer);
    // What one may not have keeps the others from nothing.
    if (refusal !== undefined) faults.push(`${what}: ${refusal}`);
    else say(`${what}: ${wish.mode === "check" ? CHECKED[step.outcome] : step.outcome}`);
  }
  const left = [...faults, ...refused.map(({ what }) => `${what} says something else (--replace changes it)`)];
  if (left.length > 0) throw new CommandError(left.join("; "));
  if (steps.length === 0) return "unchanged";
  return steps.every(({ outcome }) => outcome === "made") ? "made" : "changed";
}

const CHECKED = { made: "is not there", changed: "says something else" } as const;

function uniqueObjects({ grants }: AccessState) {
  return [...new Map(grants.map(({ resource, name }) => [`${resource}/${name}`, { resource, name }])).values()];
}

/** Who and what of the file is not on the server. */
function faultsOf({ teams, people, grants }: AccessState, { teamIds, userIds }: PresentAccess): string[] {
  const granted = (kind: string) => grants.flatMap(({ to }) => (to.startsWith(kind) ? [to.slice(kind.length)] : []));
  const members = [...people.map(({ email }) => email), ...teams.flatMap((team) => team.members), ...granted("user:")];
  const named = [...teams.map(({ team }) => team), ...granted("team:")];
  return [
    ...[...new Set(members)].filter((email) => !userIds.has(email)).map((email) => `${email} has no account there`),
    ...[...new Set(named)].filter((team) => !teamIds.has(team)).map((team) => `the team ${team} is not there`),
  ];
}

function stepsTowards(wanted: AccessState, present: PresentAccess): Step[] {
  return [
    ...wanted.roles.flatMap((role) => roleSteps(role, present)),
    ...wanted.people.flatMap((person) => personSteps(person, present)),
    ...wanted.teams.flatMap((team) => teamSteps(team, present)),
    ...wanted.grants.flatMap((grant) => grantSteps(grant, present)),
  ];
}

function roleSteps(role: AccessState["roles"][number], { state }: PresentAccess): Step[] {
  const found = state.roles.find(({ uid }) => uid === role.uid);
  if (isDeepStrictEqual(found, role)) return [];
  const path = "/api/access-control/roles";
  const what = `role ${role.name}`;
  return found === undefined
    ? [{ what, outcome: "made", path, method: "POST", body: role }]
    : [{ what, outcome: "changed", path: `${path}/${encodeURIComponent(role.uid)}`, method: "PUT", body: role }];
}

function personSteps({ email, role, roles }: AccessState["people"][number], present: PresentAccess): Step[] {
  const id = present.userIds.get(email);
  if (id === undefined) return [];
  const found = present.state.people.find((one) => one.email === email);
  const own: Step[] =
    found?.role === role
      ? []
      : [
          {
            what: `${role} ${email}`,
            outcome: "changed",
            path: `/api/org/users/${id}`,
            method: "PATCH",
            body: { role },
          },
        ];
  return [...own, ...heldSteps(`/users/${id}`, email, { wanted: roles, held: found?.roles ?? [] })];
}

function teamSteps({ team, members, groups, roles }: AccessState["teams"][number], present: PresentAccess): Step[] {
  const id = present.teamIds.get(team);
  const found = present.state.teams.find((one) => one.team === team);
  if (id === undefined || found === undefined) return [];
  const add = (what: string, path: string, body: object): Step => ({
    what,
    outcome: "made",
    path: `/api/teams/${id}/${path}`,
    method: "POST",
    body,
  });
  const newMembers = members.filter((email) => !found.members.includes(email) && present.userIds.has(email));
  const newGroups = groups.filter((group) => !found.groups.includes(group));
  return [
    ...newMembers.map((email) => add(`${email} in ${team}`, "members", { userId: present.userIds.get(email) })),
    ...newGroups.map((groupId) => add(`group ${groupId} of ${team}`, "groups", { groupId })),
    ...heldSteps(`/teams/${id}`, team, { wanted: roles, held: found.roles }),
  ];
}

function heldSteps(
  path: string,
  who: string,
  { wanted, held }: { wanted: readonly string[]; held: readonly string[] },
): Step[] {
  return wanted
    .filter((roleUid) => !held.includes(roleUid))
    .map((roleUid) => ({
      what: `role ${roleUid} of ${who}`,
      outcome: "made",
      path: `/api/access-control${path}/roles`,
      method: "POST",
      body: { roleUid },
    }));
}

function grantSteps({ resource, name, to, permission }: AccessState["grants"][number], present: PresentAccess): Step[] {
  const found = present.state.grants.find((one) => one.resource === resource && one.name === name && one.to === to);
  if (found?.permission === permission) return [];
  const subject = subjectPath(to, present);
  if (subject === undefined) return [];
  return [
    {
      what: `${permission} on ${resource}/${name} for ${to}`,
      outcome: found === undefined ? "made" : "changed",
      path: `/api/access-control/${resource}/${encodeURIComponent(name)}/${subject}`,
      method: "POST",
      body: { permission },
    },
  ];
}

/** Nothing for somebody who is not there, of whom is said so already. */
function subjectPath(to: string, { teamIds, userIds }: PresentAccess): string | undefined {
  const [, kind, name = ""] = /^(user|team|role):(.*)$/.exec(to) ?? [];
  if (kind === "role") return `builtInRoles/${encodeURIComponent(name)}`;
  const id = kind === "team" ? teamIds.get(name) : userIds.get(name);
  return id === undefined ? undefined : `${kind}s/${id}`;
}
