import { jsonBytes, openCache } from "@vedette/http";
import { type DiscoveryDocument, discover } from "./discovery.ts";
import type { DiscoveryStore } from "./discovery-store.ts";
import type { Fetch } from "./outbound-fetch.ts";

const LIFETIME_MS = 3_600_000;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 300_000;

/** What this process knows of a provider. */
interface Kept {
  /** Of all who ask until then. */
  readonly answer: Promise<DiscoveryDocument>;
  readonly untilMs: number;
  /** Since it was last read. */
  readonly failures: number;
  /** What it said last. */
  readonly last: DiscoveryDocument | undefined;
}

interface DiscoveryCacheOptions {
  readonly store: DiscoveryStore;
  /** Told of each reading that failed. */
  readonly warn: (fields: object, message: string) => void;
}

/**
 * What was discovered in the last hour, by whichever process, by issuer. An outage of the provider leaves what is known,
 * also to a process that starts meanwhile; one that fails is asked again after a while that grows to five minutes, however
 * many people want to sign in.
 */
export function createDiscoveryCache({ store, warn }: DiscoveryCacheOptions) {
  // A pending answer is stored again when it arrives, with its size.
  const kept = openCache<string, Kept>("oidc_discovery", { sizeOf: ({ last }) => jsonBytes(last) });

  async function ask(key: string, known: Kept | undefined, read: () => Promise<DiscoveryDocument>) {
    const stored = await store.read(key).catch(() => undefined); // Without the store the provider is asked.
    const [failures, last] = [known?.failures ?? 0, stored?.document ?? known?.last];
    const isYoung = stored !== undefined && Date.now() < stored.readAt + LIFETIME_MS;
    if (isYoung) return keepRead(key, stored);
    try {
      const document = await read();
      await store.write(key, document).catch((err) => warn({ err }, "what a provider publishes could not be kept"));
      return keepRead(key, { document, readAt: Date.now() });
    } catch (error) {
      const reason = error instanceof Error ? error.message : undefined;
      warn({ provider: key, reason, isKnown: last !== undefined }, "an OpenID provider could not be discovered");
      const answer = last === undefined ? Promise.reject(error) : Promise.resolve(last);
      answer.catch(() => {}); // Whoever asks next hears of it, if anybody does.
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      kept.set(key, { answer, untilMs: Date.now() + waitMs, failures: failures + 1, last });
      return answer;
    }
  }

  function keepRead(key: string, { document, readAt }: { document: DiscoveryDocument; readAt: number }) {
    const answer = Promise.resolve(document);
    kept.set(key, { answer, untilMs: readAt + LIFETIME_MS, failures: 0, last: document });
    return document;
  }

  return (fetch: Fetch, issuer: string, at?: string): Promise<DiscoveryDocument> => {
    const key = at === undefined ? issuer : `${issuer} ${at}`;
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.untilMs) return known.answer;
    const answer = ask(key, known, () => discover(fetch, issuer, at));
    const { failures = 0, last } = known ?? {};
    // Meanwhile everybody waits for the same answer.
    kept.set(key, { answer, untilMs: Number.POSITIVE_INFINITY, failures, last });
    return answer;
  };
}
