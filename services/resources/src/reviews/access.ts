import type { Caller } from "../access/caller.ts";
import { holdsAction, isAllowed } from "../access/permissions.ts";
import type { Kind } from "../kinds/kind.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import type { AccessQuestion } from "./review-body.ts";

/** The answer to whether somebody may. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Why not. */
  readonly reason?: string;
}

/** Addresses that everybody who is signed in may read. */
const OPEN_ADDRESSES = [
  "/api",
  "/api/*",
  "/apis",
  "/apis/*",
  "/healthz",
  "/livez",
  "/openapi",
  "/openapi/*",
  "/readyz",
  "/version",
] as const;

/** What of the kinds' actions a verb of Kubernetes is. */
const ACTION_OF_VERB: ReadonlyMap<string, keyof Kind["actions"]> = new Map([
  ["get", "read"],
  ["list", "read"],
  ["watch", "read"],
  ["create", "create"],
  ["update", "update"],
  ["patch", "update"],
  ["delete", "remove"],
  ["deletecollection", "remove"],
]);

/** Everything that somebody may be asked about. */
interface Place {
  readonly db: Store;
  readonly kinds: readonly Kind[];
  /** The only namespace that there is. */
  readonly namespace: string;
}

/** Decides what `kubectl auth can-i` asks, by the same rules that the requests themselves are judged by. */
export async function judge(place: Place, caller: Caller, { resource, address }: AccessQuestion): Promise<Verdict> {
  if (resource !== undefined) return await judgeResource(place, caller, resource);
  return { isAllowed: address !== undefined && ["get", "head"].includes(address.verb) && isOpen(address.path) };
}

async function judgeResource(place: Place, caller: Caller, asked: AskedResource): Promise<Verdict> {
  const { group, resource, verb, namespace, name } = asked;
  if (group === "" && resource === "namespaces") return { isAllowed: ["get", "list"].includes(verb) };
  if (REVIEWS.has(resource)) return { isAllowed: verb === "create" };
  if (namespace !== "" && namespace !== place.namespace) return refused("there is no such namespace");
  const kinds = place.kinds.filter((kind) => isAskedFor(kind, asked));
  if (kinds.length === 0) return refused("there is no such resource");
  const verbs = verb === "*" ? [...ACTION_OF_VERB.keys()] : [verb];
  const questions = kinds.flatMap((kind) => verbs.map((one) => mayDo(place, caller, { kind, verb: one, name })));
  return { isAllowed: (await Promise.all(questions)).every(Boolean) };
}

type AskedResource = NonNullable<AccessQuestion["resource"]>;

function isAskedFor(kind: Kind, { group, resource, subresource }: AskedResource): boolean {
  const parts = ["", "*", ...(kind.subresources ?? []).map(({ name }) => name)];
  return covers(group, kind.group) && covers(resource, kind.plural) && parts.includes(subresource);
}

function refused(reason: string): Verdict {
  return { isAllowed: false, reason };
}

const REVIEWS: ReadonlySet<string> = new Set([
  "selfsubjectaccessreviews",
  "selfsubjectrulesreviews",
  "selfsubjectreviews",
]);

function covers(asked: string, served: string): boolean {
  return asked === "*" || asked === served;
}

function isOpen(path: string): boolean {
  return OPEN_ADDRESSES.some((open) => (open.endsWith("*") ? path.startsWith(open.slice(0, -1)) : path === open));
}

async function mayDo(
  { db, namespace }: Place,
  caller: Caller,
  { kind, verb, name }: { kind: Kind; verb: string; name: string },
): Promise<boolean> {
  const what = ACTION_OF_VERB.get(verb);
  if (what === undefined) return false;
  const { permissions } = caller;
  if (what === "create") return isAllowed(permissions, kind.needsToCreate(name === "" ? {} : { name }));
  const action = kind.actions[what];
  // A list shows whatever part of it may be seen; so does its removal remove.
  if (["list", "watch", "deletecollection"].includes(verb) && name === "") return holdsAction(permissions, action);
  if (kind.reservedNames.includes(name) && what !== "read") return false;
  const stored = name === "" ? undefined : await readCurrent(db, { resource: kind.plural, namespace, name });
  const place = name === "" ? {} : { name, ...(stored === undefined ? {} : { folder: stored.folder }) };
  return isAllowed(permissions, [{ action, scopes: kind.scopesOf(place) }]);
}

/** What somebody may do, as `kubectl auth can-i --list` prints it. */
export function rulesOf(kinds: readonly Kind[], { permissions }: Caller) {
  const resourceRules = kinds.flatMap((kind) => {
    const allowed = [...ACTION_OF_VERB].filter(([, what]) => holdsAction(permissions, kind.actions[what]));
    const everywhere = allowed.filter(([, what]) =>
      isAllowed(permissions, [{ action: kind.actions[what], scopes: kind.scopesOf({}) }]),
    );
    const somewhere = allowed.filter(([verb]) => !everywhere.some(([other]) => other === verb));
    const resources = [kind.plural, ...(kind.subresources ?? []).map(({ name }) => `${kind.plural}/${name}`)];
    const ruleOf = (verbs: readonly (readonly [string, unknown])[], names: readonly string[]) =>
      verbs.length === 0
        ? []
        : [{ verbs: verbs.map(([verb]) => verb), apiGroups: [kind.group], resources, resourceNames: names }];
    return [...ruleOf(everywhere, []), ...ruleOf(somewhere, namesIn(kind, permissions))];
  });
  const reviews = [
    {
      verbs: ["create"],
      apiGroups: ["authorization.k8s.io"],
      resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
    },
    { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
    { verbs: ["get", "list"], apiGroups: [""], resources: ["namespaces"] },
  ];
  return {
    resourceRules: [...resourceRules, ...reviews],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: OPEN_ADDRESSES }],
    incomplete: false,
  };
}

function namesIn(kind: Kind, permissions: Caller["permissions"]): string[] {
  const prefix = `${kind.plural}:uid:`;
  const scopes = permissions.map(({ scope }) => scope).filter((scope) => scope.startsWith(prefix));
  return [...new Set(scopes.map((scope) => scope.slice(prefix.length)))].sort();
}
