import type { ServedGroup, ServedResource } from "./groups.ts";

/** Versions of aggregated discovery: one answer that holds everything. */
export const AGGREGATED_VERSIONS = ["v2", "v2beta1"] as const;

export type AggregatedVersion = (typeof AGGREGATED_VERSIONS)[number];

/** GET /api */
export function coreVersions() {
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
}

/** GET /apis */
export function groupList(groups: readonly ServedGroup[]) {
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(membersOf) };
}

/** GET /apis/:group */
export function groupDocument(group: ServedGroup) {
  return { kind: "APIGroup", apiVersion: "v1", ...membersOf(group) };
}

/** GET /api/v1 and /apis/:group/:version */
export function resourceList(group: ServedGroup) {
  const resources = group.resources.map(({ name, singular, kind, isNamespaced, verbs, shortNames, categories }) => ({
    name,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  }));
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion: groupVersionOf(group), resources };
}

/**
 * GET /api and /apis for clients that take everything at once.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery
 */
export function aggregatedDiscovery(groups: readonly ServedGroup[], version: AggregatedVersion) {
  const items = groups.map((group) => ({
    metadata: { name: group.name, creationTimestamp: null },
    versions: [{ version: group.version, freshness: "Current", resources: aggregatedResources(group) }],
  }));
  return { kind: "APIGroupDiscoveryList", apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
}

function aggregatedResources(group: ServedGroup) {
  const responseKind = (kind: string) => ({ group: group.name, version: group.version, kind });
  const isPart = ({ name }: ServedResource) => name.includes("/");
  return group.resources
    .filter((resource) => !isPart(resource))
    .map(({ name, singular, kind, isNamespaced, verbs, shortNames, categories }) => ({
      resource: name,
      responseKind: responseKind(kind),
      scope: isNamespaced ? "Namespaced" : "Cluster",
      singularResource: singular,
      verbs,
      shortNames,
      categories,
      subresources: group.resources
        .filter((part) => part.name.startsWith(`${name}/`))
        .map((part) => ({
          subresource: part.name.slice(name.length + 1),
          responseKind: responseKind(part.kind),
          verbs: part.verbs,
        })),
    }));
}

function membersOf(group: ServedGroup) {
  const version = { groupVersion: groupVersionOf(group), version: group.version };
  return { name: group.name, versions: [version], preferredVersion: version };
}

export function groupVersionOf({ name, version }: ServedGroup): string {
  return name === "" ? version : `${name}/${version}`;
}
