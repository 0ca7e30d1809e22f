import { NODATA, NOTFOUND } from "node:dns";
import { Resolver } from "node:dns/promises";

/** What the name service says of one thing that receivers look for. */
export interface DomainRecord {
  readonly check: "spf" | "dkim" | "dmarc";
  /** `unknown`: nobody could be asked, which says nothing of the record. */
  readonly state: "found" | "missing" | "unknown";
  /** Where it was looked for, or found. */
  readonly name: string;
  readonly value: string;
}

/** So long one question may take. */
const TIMEOUT_MS = 3000;
/** What providers call their keys, where nobody says which. */
const USUAL_SELECTORS = ["default", "dkim", "google", "k1", "mail", "s1", "s2", "selector1", "selector2"];

interface Options {
  /** The name of the DKIM key; usual names are tried without it. */
  readonly selector?: string | undefined;
  /** `host:port` of name servers, instead of those of this machine. */
  readonly servers?: readonly string[];
}

/**
 * Looks up what receivers of mails look up of their sender.
 *
 * @see RFC 7208, 4.5 (SPF); RFC 6376, 3.6.2 (DKIM); RFC 7489, 6.6.3 (DMARC)
 */
export async function lookUpSenderDomain(domain: string, options: Options = {}): Promise<readonly DomainRecord[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const selectors = options.selector ? [options.selector] : USUAL_SELECTORS;
  const keys = selectors.map((selector) => `${selector}._domainkey.${domain}`);
  return Promise.all([
    lookUp(resolver, { check: "spf", names: [domain], means: /^v=spf1( |$)/i }),
    lookUp(resolver, { check: "dkim", names: keys, means: /(^|;)\s*p=[A-Za-z0-9+/]/ }),
    lookUp(resolver, { check: "dmarc", names: above(domain).map((name) => `_dmarc.${name}`), means: /^v=DMARC1\s*;/i }),
  ]);
}

interface Question {
  readonly check: DomainRecord["check"];
  /** The first that has such a record counts. */
  readonly names: readonly string[];
  readonly means: RegExp;
}

async function lookUp(resolver: Resolver, { check, names, means }: Question): Promise<DomainRecord> {
  const answers = await Promise.all(names.map(async (name) => ({ name, texts: await textsAt(resolver, name) })));
  for (const { name, texts } of answers) {
    const value = texts?.find((text) => means.test(text));
    if (value !== undefined) return { check, state: "found", name, value };
  }
  const state = answers.some(({ texts }) => texts === undefined) ? "unknown" : "missing";
  return { check, state, name: names[0] ?? "", value: "" };
}

/** The domain, and those above it as long as they may be somebody's own. */
function above(domain: string): readonly string[] {
  const labels = domain.split(".");
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_label, index) => labels.slice(index).join("."));
}

/** @returns `undefined` when nobody could be asked */
async function textsAt(resolver: Resolver, name: string): Promise<readonly string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    return code === NOTFOUND || code === NODATA ? [] : undefined;
  }
}
