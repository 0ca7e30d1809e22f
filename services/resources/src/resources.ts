import type { Database } from "@vedette/database";
import type { AllowedHosts, AllowedOrigins } from "@vedette/http";
import type { Identity } from "@vedette/identity";
import type { SourceAccess } from "./datasources/source-access.ts";
import type { Store } from "./objects/store.ts";
import type { ResourceSettings } from "./settings.ts";
import type { AccessWatch } from "./watch/access-watch.ts";
import type { ChangeFeed } from "./watch/feed.ts";
import type { WorkQueues } from "./work-queues.ts";

/** What the routes and rules of this service stand on. */
export interface Resources {
  readonly database: Database;
  readonly db: Store;
  readonly identity: Identity;
  readonly settings: ResourceSettings;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Private or local hosts that data sources may be at. */
  readonly allowedHosts: AllowedHosts;
  /** What data sources want to be told beside the question. */
  readonly sourceAccess: SourceAccess;
  /** Why a selector of series cannot be read; `undefined` when it can. */
  readonly selectorFault: (selector: string) => string | undefined;
  /** Origins of other sites whose pages may call with a bearer token. */
  readonly allowedOrigins: AllowedOrigins;
  /** Secret for continue tokens, the same in every process. */
  readonly tokenKey: Uint8Array;
  readonly build: Build;
  readonly instance: Instance;
  /** What every process changes, for those who watch. */
  readonly feed: ChangeFeed;
  /** Ends long-lived responses whose caller has lost access. */
  readonly accessWatch: AccessWatch;
  readonly queues: WorkQueues;
}

/** What the process as a whole says of itself: to administrators, as JSON. */
export interface Instance {
  describe(): Promise<object>;
  /** What `vedette doctor` finds in the packages of this installation. */
  findings(): Promise<object>;
}

/** Which program this is. */
export interface Build {
  /** Semantic version; clients decide by its first number what they may call. */
  readonly version: string;
  readonly commit: string;
  /** Seconds since 1970. */
  readonly builtAt: number;
}
