/** Where the Prometheus API of a data source begins; the browser never asks a foreign server itself. */
export function proxyOf(uid: string): string {
  return uid === BUILT_IN ? "/prometheus" : `/api/datasources/proxy/uid/${encodeURIComponent(uid)}`;
}

const BUILT_IN = "vedette";
