import type { Kind } from "../kinds/kind.ts";

/** One resource as discovery tells of it. */
export interface ServedResource {
  /** As in the address; a subresource is `dashboards/dto`. */
  readonly name: string;
  readonly singular: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** One API group, in the one version that there is. */
export interface ServedGroup {
  /** Empty for the core group, which is at /api. */
  readonly name: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
  readonly kinds: readonly Kind[];
}

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;

/** What clients ask about themselves and the place, as at every Kubernetes server. */
const FIXED_GROUPS: readonly ServedGroup[] = [
  {
    name: "authentication.k8s.io",
    version: "v1",
    resources: [review("selfsubjectreviews", "SelfSubjectReview")],
    kinds: [],
  },
  {
    name: "authorization.k8s.io",
    version: "v1",
    resources: [
      review("selfsubjectaccessreviews", "SelfSubjectAccessReview"),
      review("selfsubjectrulesreviews", "SelfSubjectRulesReview"),
    ],
    kinds: [],
  },
];

/** The core group: the namespaces, and nothing else. */
export const CORE_GROUP: ServedGroup = {
  name: "",
  version: "v1",
  resources: [
    {
      name: "namespaces",
      singular: "namespace",
      kind: "Namespace",
      isNamespaced: false,
      verbs: ["get", "list"],
      shortNames: ["ns"],
      categories: [],
    },
  ],
  kinds: [],
};

/** Every group under /apis; kinds of the same group stand together. */
export function groupsOf(kinds: readonly Kind[]): ServedGroup[] {
  const byGroup = Map.groupBy(kinds, ({ group }) => group);
  const own = [...byGroup].map(([name, ofGroup]) => ({
    name,
    version: ofGroup[0]?.version ?? "v1",
    resources: ofGroup.flatMap(resourcesOf),
    kinds: ofGroup,
  }));
  return [...own, ...FIXED_GROUPS];
}

function resourcesOf({
  plural,
  singular,
  kind,
  shortNames,
  categories = [],
  subresources = [],
}: Kind): ServedResource[] {
  const whole = { name: plural, singular, kind, isNamespaced: true, verbs: VERBS, shortNames, categories };
  const parts = subresources.map((part) => ({
    name: `${plural}/${part.name}`,
    singular: "",
    kind: part.kind,
    isNamespaced: true,
    verbs: ["get"],
    shortNames: [],
    categories: [],
  }));
  return [whole, ...parts];
}

function review(name: string, kind: string): ServedResource {
  return {
    name,
    singular: kind.toLowerCase(),
    kind,
    isNamespaced: false,
    verbs: ["create"],
    shortNames: [],
    categories: [],
  };
}
