import { type Kysely, sql } from "kysely";
import { ENTRY_OF_PLACE } from "../audit/audit-order.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { mailRateSetting, projectRate } from "./limit-mails.ts";
import { keyOfClient, refillOf } from "./limit-requests.ts";
import { LIMITERS, type LimiterName } from "./limiters.ts";
import type { Refill } from "./rate.ts";

/** A limit, how much of it is used now, and by whom the most. */
export interface LimitUse {
  /** A limiter of requests, or what the whole project may do. */
  readonly limiter: string;
  /** The setting that says how much. */
  readonly setting: string;
  /** Whom it counts apart. */
  readonly of: "address" | "project" | "domain";
  /** So many at once, or in the window. */
  readonly limit: number;
  /** One more comes back after so long; absent where a window counts. */
  readonly refillSeconds?: number;
  readonly windowSeconds?: number;
  /** How many have used some of it. */
  readonly users: number;
  /** Those who have used most of it, the nearest to the limit first. */
  readonly nearest: readonly {
    /** An address of the network or a domain; absent where nobody knows which one it was. */
    readonly name?: string;
    /** Who came from there of late. */
    readonly people: readonly string[];
    readonly used: number;
  }[];
}

interface Counted {
  readonly limiter: string;
  readonly name: string;
  readonly used: number;
  readonly fullInMs: number;
  readonly users: number;
}

/** So many of those who are nearest to a limit are told. */
const NEAREST = 3;

type Limited = Pick<Identity, "db" | "settings" | "delivery" | "hooks">;

/** Every limit as it stands now, from the counters that all processes share. */
export async function limitUses(identity: Limited): Promise<LimitUse[]> {
  const [counted, people] = await Promise.all([readCounters(identity.db), peopleByKey(identity.db)]);
  const { settings } = identity;
  const ofAddress = (limiter: LimiterName): LimitUse => {
    const refill = refillOf(settings, limiter);
    return {
      limiter,
      setting: LIMITERS[limiter].setting,
      of: "address",
      ...bucket(refill),
      ...standOf(counted, limiter, {
        usedOf: ({ fullInMs }) => usedOfBucket(refill, fullInMs),
        whoOf: (key) => people.get(key),
      }),
    };
  };
  const ofProject = (limiter: string, setting: keyof Identity["settings"]): LimitUse => {
    const { limit, refill } = projectRate(String(settings[setting]));
    return {
      limiter,
      setting,
      of: "project",
      ...(refill === undefined ? { limit, windowSeconds: HOUR_SECONDS } : bucket(refill)),
      ...standOf(counted, limiter, {
        usedOf: ({ used, fullInMs }) => (refill === undefined ? used : usedOfBucket(refill, fullInMs)),
      }),
    };
  };
  const limiters = Object.keys(LIMITERS) as readonly LimiterName[];
  return [
    ofProject("email_sent", mailRateSetting(identity)),
    ofProject("sms_sent", "auth.rate_limit.sms_sent"),
    ofProject("wrong_codes", "auth.rate_limits.verification.wrong_codes_per_hour"),
    {
      limiter: "sign_ups",
      setting: "auth.rate_limit.sign_ups_per_domain",
      of: "domain",
      limit: settings["auth.rate_limit.sign_ups_per_domain"],
      windowSeconds: HOUR_SECONDS,
      ...standOf(counted, "sign_ups", {
        usedOf: ({ used }) => used,
        whoOf: (name) => ({ name, people: [] }),
      }),
    },
    ...limiters.map(ofAddress),
  ];
}

const HOUR_SECONDS = 3600;

const bucket = ({ burst, intervalMs }: Refill) => ({ limit: burst, refillSeconds: intervalMs / 1000 });

function usedOfBucket({ burst, intervalMs }: Refill, fullInMs: number): number {
  return intervalMs === 0 ? 0 : Math.min(burst, Math.ceil(fullInMs / intervalMs));
}

interface Known {
  readonly name: string;
  readonly people: readonly string[];
}

function standOf(
  counted: readonly Counted[],
  limiter: string,
  { usedOf, whoOf }: { usedOf: (row: Counted) => number; whoOf?: (name: string) => Known | undefined },
): Pick<LimitUse, "users" | "nearest"> {
  const rows = counted.filter((row) => row.limiter === limiter);
  const nearest = rows.map((row) => ({ people: [], ...whoOf?.(row.name), used: usedOf(row) }));
  return { users: rows[0]?.users ?? 0, nearest };
}

/** Of each limiter those that are nearest to their limit. */
async function readCounters(db: Kysely<IdentityTables>): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select limiter, name, used, "fullInMs", users
    from (
      select split_part(key, ':', 1) as limiter, substr(key, strpos(key || ':', ':') + 1) as name, used,
        (extract(epoch from full_at - clock_timestamp()) * 1000)::float8 as "fullInMs",
        (count(*) over (partition by split_part(key, ':', 1)))::int as users,
        row_number() over (partition by split_part(key, ':', 1) order by used desc, full_at desc) as place
      from vedette.rate_limits
      where full_at > clock_timestamp()
    ) counted
    where place <= ${NEAREST}
    order by limiter, place`.execute(db);
  return rows;
}

/** Counters know addresses by their hash alone; those of the last hour's security events can be told again. */
async function peopleByKey(db: Kysely<IdentityTables>): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<{ address: string; people: string[] }>`
    select ip_address as address,
      (array_agg(distinct payload ->> 'actor_username') filter (where payload ->> 'actor_username' <> ''))[1:3] as people
    from vedette.audit_order o ${ENTRY_OF_PLACE}
    where o.created_at > now() - interval '1 hour' and ip_address <> ''
    group by ip_address
    order by max(o.created_at) desc
    limit 1000`.execute(db);
  return new Map(rows.map(({ address, people }) => [keyOfClient(address), { name: address, people: people ?? [] }]));
}
