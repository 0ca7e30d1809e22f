import type { Form } from "../lists/form.ts";

const COLUMNS = [
  { name: "Name", type: "string", format: "name", description: "What the namespace is called.", priority: 0 },
  { name: "Status", type: "string", format: "", description: "Whether it can be used.", priority: 0 },
];

/** GET /api/v1/namespaces: the organisations of the caller. */
export function namespaceListAnswer(form: Form, names: readonly string[]): object {
  if (form.kind === "table") return tableOf(form.version, names);
  const items = names.map((name) => ({ metadata: metadataOf(name), status: { phase: "Active" } }));
  return { kind: "NamespaceList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items };
}

/** GET /api/v1/namespaces/:namespace */
export function namespaceAnswer(form: Form, name: string): object {
  if (form.kind === "table") return tableOf(form.version, [name]);
  return { kind: "Namespace", apiVersion: "v1", metadata: metadataOf(name), spec: {}, status: { phase: "Active" } };
}

function tableOf(version: string, names: readonly string[]): object {
  const apiVersion = `meta.k8s.io/${version}`;
  const rows = names.map((name) => ({
    cells: [name, "Active"],
    object: { kind: "PartialObjectMetadata", apiVersion, metadata: metadataOf(name) },
  }));
  return { kind: "Table", apiVersion, metadata: { resourceVersion: "1" }, columnDefinitions: COLUMNS, rows };
}

function metadataOf(name: string) {
  return { name, uid: `namespace-${name}`, resourceVersion: "1", creationTimestamp: null };
}
