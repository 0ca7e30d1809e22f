import type { Migration } from "@vedette/database";
import { ACCESS_CHANGES } from "./migrations/access-changes.ts";
import { ANNOTATIONS } from "./migrations/annotations.ts";
import { ANNOTATIONS_EVERYWHERE } from "./migrations/annotations-everywhere.ts";
import { AUDIT_CHAIN } from "./migrations/audit-chain.ts";
import { COMPRESSION } from "./migrations/compression.ts";
import { DASHBOARD_VIEWS } from "./migrations/dashboard-views.ts";
import { IDEMPOTENCY } from "./migrations/idempotency.ts";
import { INDEXES } from "./migrations/indexes.ts";
import { OBJECT_STORE } from "./migrations/object-store.ts";
import { ORDERED_INDEXES } from "./migrations/ordered-indexes.ts";
import { ORGANISATION } from "./migrations/organisation.ts";
import { PEOPLE_AND_PERMISSIONS } from "./migrations/people-and-permissions.ts";
import { PERSONAL_TOKENS } from "./migrations/personal-tokens.ts";
import { PREFERENCES } from "./migrations/preferences.ts";
import { SEARCH_TEXTS } from "./migrations/search-texts.ts";
import { SEARCH_WORDS } from "./migrations/search-words.ts";
import { SNAPSHOTS_AND_DRAFTS } from "./migrations/snapshots-and-drafts.ts";
import { TOKEN_PERMISSIONS } from "./migrations/token-permissions.ts";
import { TOKEN_USES } from "./migrations/token-uses.ts";
import { WALL_ANSWERERS } from "./migrations/wall-answerers.ts";
import { WALL_DISPLAY } from "./migrations/wall-display.ts";
import { WALL_GIVERS } from "./migrations/wall-givers.ts";
import { WALLS } from "./migrations/walls.ts";

/** Forward only; what is here is never edited once released. */
export const resourceMigrations: readonly Migration[] = [
  { id: "resources/0001-object-store", sql: OBJECT_STORE },
  { id: "resources/0002-organisation", sql: ORGANISATION },
  { id: "resources/0003-idempotency", sql: IDEMPOTENCY },
  { id: "resources/0010-walls", sql: WALLS },
  { id: "resources/0010-people-and-permissions", sql: PEOPLE_AND_PERMISSIONS },
  { id: "resources/0011-wall-givers", sql: WALL_GIVERS },
  { id: "resources/0012-indexes", sql: INDEXES },
  { id: "resources/0013-audit-chain", sql: AUDIT_CHAIN },
  { id: "resources/0014-wall-display", sql: WALL_DISPLAY },
  { id: "resources/0015-ordered-indexes", sql: ORDERED_INDEXES },
  { id: "resources/0016-snapshots-and-drafts", sql: SNAPSHOTS_AND_DRAFTS },
  { id: "resources/0017-compression", sql: COMPRESSION },
  { id: "resources/0018-wall-answerers", sql: WALL_ANSWERERS },
  { id: "resources/0020-annotations", sql: ANNOTATIONS },
  { id: "resources/0021-dashboard-views", sql: DASHBOARD_VIEWS },
  { id: "resources/0022-search-texts", sql: SEARCH_TEXTS },
  { id: "resources/0023-search-words", sql: SEARCH_WORDS },
  { id: "resources/0024-token-uses", sql: TOKEN_USES },
  { id: "resources/0025-token-permissions", sql: TOKEN_PERMISSIONS },
  { id: "resources/0026-personal-tokens", sql: PERSONAL_TOKENS },
  { id: "resources/0027-preferences", sql: PREFERENCES },
  { id: "resources/0028-annotations-everywhere", sql: ANNOTATIONS_EVERYWHERE },
  { id: "resources/0030-access-changes", sql: ACCESS_CHANGES },
];
