import type { CallApi } from "./call-api.ts";

/** A stored resource, in the envelope of the API. */
export interface ResourceObject<Spec> {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    /** Grows with every change; send back the one you read. */
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly creationTimestamp?: string;
  };
  readonly spec: Spec;
}

/** What a new resource is made of. */
interface NewObject<Spec> {
  readonly name: string;
  readonly spec: Spec;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A page of a list; without `next` it is the last one. */
export interface ListPage<Spec> {
  readonly items: readonly ResourceObject<Spec>[];
  readonly next?: string;
}

/** The resources of one kind in one namespace. Every method throws `VedetteError` for a refusal. */
export interface Collection<Spec> {
  list(page?: { limit?: number; next?: string }): Promise<ListPage<Spec>>;
  get(name: string): Promise<ResourceObject<Spec>>;
  create(object: NewObject<Spec>): Promise<ResourceObject<Spec>>;
  /** Saves what was read and changed; 409 when somebody else saved in between. */
  update(object: ResourceObject<Spec>): Promise<ResourceObject<Spec>>;
  delete(name: string): Promise<void>;
}

export interface CollectionPlace {
  readonly group: string;
  readonly plural: string;
  readonly namespace: string;
}

export function collection<Spec>(call: CallApi, { group, plural, namespace }: CollectionPlace): Collection<Spec> {
  const root = `/apis/${group}/v1/namespaces/${encodeURIComponent(namespace)}/${plural}`;
  const one = (name: string) => `${root}/${encodeURIComponent(name)}`;
  // Proven by the server, which gives every resource this envelope; what is in the spec is its author's.
  const asObject = (answer: unknown) => answer as ResourceObject<Spec>;
  return {
    async list({ limit, next } = {}) {
      const answer = Object(await call(root, { query: { limit, continue: next } }));
      const token: unknown = Reflect.get(Object(answer.metadata), "continue");
      return { items: answer.items ?? [], ...(typeof token === "string" && token !== "" ? { next: token } : {}) };
    },
    get: async (name) => asObject(await call(one(name))),
    create: async ({ name, spec, annotations }) => {
      const body = { metadata: { name, ...(annotations === undefined ? {} : { annotations }) }, spec };
      return asObject(await call(root, { method: "POST", body }));
    },
    update: async (object) => asObject(await call(one(object.metadata.name), { method: "PUT", body: object })),
    delete: async (name) => void (await call(one(name), { method: "DELETE" })),
  };
}
