import { stringify } from "yaml";
import type { ScrapePool } from "./target.ts";

/** Parts of a job that are not for everybody who may query. */
const SECRETS: ReadonlySet<string> = new Set(["password", "credentials", "bearer_token", "client_secret", "key"]);

/** The jobs that are scraped, as a `prometheus.yml` has them. Secrets are left out. */
export function scrapeConfigYaml(pools: readonly ScrapePool[]): string {
  const jobs = pools.map(({ config, intervalMs, timeoutMs }) => ({
    ...config,
    scrape_interval: `${intervalMs}ms`,
    scrape_timeout: `${timeoutMs}ms`,
  }));
  const shown: unknown = JSON.parse(JSON.stringify(jobs), (name, value: unknown) => {
    if (SECRETS.has(name) && typeof value === "string") return "<secret>";
    return typeof value === "string" ? value.replace(/(:\/\/)[^/@]*@/, "$1<secret>@") : value;
  });
  return stringify({ scrape_configs: shown });
}
