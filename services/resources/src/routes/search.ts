import { type Access, type RoutePlugin, untilAbandoned } from "@vedette/http";
import { type Static, Type } from "typebox";
import { type Caller, principalOf } from "../access/caller.ts";
import { ROOT_FOLDER } from "../access/scopes.ts";
import { dashboardPath, folderPath } from "../dashboards/slug.ts";
import { folderTitles } from "../folders/folders.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { folderKind } from "../kinds/folder.ts";
import type { Kind } from "../kinds/kind.ts";
import { visibilityOf, visibleTo } from "../lists/visibility.ts";
import type { Store } from "../objects/store.ts";
import { timestamp } from "../objects/version.ts";
import { authorLogins } from "../people/author-logins.ts";
import type { Resources } from "../resources.ts";
import {
  countTags,
  SEARCH_SORTS,
  type SearchedKind,
  type SearchHit,
  searchObjects,
  type Wanted,
} from "../search/search.ts";
import { nearWord, wordsOf } from "../search/words.ts";
import { starredDashboards } from "../stars/stars.ts";
import { DEFAULT_NAMESPACE, requireNamespace } from "./namespace.ts";

type Options = { resources: Resources; access: Access<Caller> };

const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

const SearchParameters = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 500 })),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
  type: Type.Optional(Type.String({ maxLength: 32 })),
  folderUIDs: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 })),
  dashboardUIDs: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 500 })),
  starred: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  sort: Type.Optional(Type.Enum(SEARCH_SORTS)),
});

/** What can be searched, and what older clients call it. */
const SEARCHED = [
  { type: "dash-db", resource: "dashboards", kind: dashboardKind },
  { type: "dash-folder", resource: "folders", kind: folderKind },
] as const;

/** GET /api/search and /api/dashboards/tags: dashboards and folders for people, found by their titles. */
export const searchRoutes: RoutePlugin<Options> = async (app, { resources: { db, queues }, access }) => {
  const config = { permission: "dashboards:read" };

  app.get("/search", { config, schema: { querystring: SearchParameters } }, async (request, reply) => {
    const { query = "" } = request.query;
    const caller = access.callerOf(request);
    const wanted = { kind: "title", part: query } as const;
    const { rows, total } = await queues.searches.run(
      principalOf(caller),
      () => findRows(db, { ...request.query, caller, wanted }),
      untilAbandoned(reply),
    );
    return reply.header(TOTAL, String(total)).send(rows.map(({ row }) => row));
  });

  app.get("/dashboards/tags", { config }, async (request, reply) => {
    const caller = access.callerOf(request);
    const visibility = visibilityOf(caller, dashboardKind);
    return await queues.searches.run(
      principalOf(caller),
      () => countTags(db, { namespace: DEFAULT_NAMESPACE, visibility }),
      untilAbandoned(reply),
    );
  });
};

/** GET .../namespaces/:namespace/search: the same, found by panels, tags and folders as well, and by words like those asked for. */
export const wordSearchRoutes: RoutePlugin<Options & { kind: Kind }> = async (
  app,
  { resources: { db, queues }, access, kind },
) => {
  app.addHook("preValidation", async ({ params }) => requireNamespace(params, kind));

  app.get(
    `/${kind.group}/${kind.version}/namespaces/:namespace/search`,
    {
      config: { permission: kind.actions.read, resource: kind, verb: "list" },
      schema: { params: Type.Object({ namespace: Type.String() }), querystring: SearchParameters },
    },
    async (request, reply) => {
      const caller = access.callerOf(request);
      const words = wordsOf(request.query.query ?? "");
      const wanted = { kind: "words", words, folders: visibleTo(caller, folderKind) } as const;
      const { rows, total } = await queues.searches.run(
        principalOf(caller),
        () => findRows(db, { ...request.query, caller, wanted }),
        untilAbandoned(reply),
      );
      const authors = rows.map(({ hit }) => hit.written_by);
      // Whoever stands before a wall, or took its key, is told nobody's address.
      const loginOf = caller.kind === "wall" ? () => undefined : await authorLogins({ db }, authors);
      const found = rows.map(({ row, hit }) => ({
        ...row,
        updatedBy: loginOf(hit.written_by),
        panels: panelsWith(hit.panel_titles ?? "", words),
      }));
      return reply.header(TOTAL, String(total)).send(found);
    },
  );
};

const TOTAL = "x-total-count";
/** So many panels of a dashboard are told. */
const MAX_PANELS = 3;

/** The panels for which a dashboard was found: those that have a word as it was written, or those with one like it. */
function panelsWith(titles: string, words: readonly string[]): string[] {
  if (titles === "" || words.length === 0) return [];
  const lines = titles.split("\n");
  const exact = lines.filter((title) => words.some((word) => title.toLowerCase().includes(word)));
  if (exact.length > 0) return exact.slice(0, MAX_PANELS);
  const patterns = words.flatMap((word) => nearWord(word)?.pattern ?? []);
  return lines
    .filter((title) => patterns.some((pattern) => new RegExp(pattern).test(title.toLowerCase())))
    .slice(0, MAX_PANELS);
}

type Question = Static<typeof SearchParameters> & { readonly caller: Caller; readonly wanted: Wanted };

async function findRows(db: Store, question: Question) {
  const { caller, wanted, tag: tags = [], type, limit = DEFAULT_LIMIT, page = 1, sort, folderUIDs } = question;
  const { hits, total } = await searchObjects(db, {
    namespace: DEFAULT_NAMESPACE,
    kinds: kindsOf(caller, type, tags),
    folders: folderUIDs?.map((folder) => (folder === ROOT_FOLDER ? "" : folder)),
    names: await namesOf(db, question),
    wanted,
    tags,
    sort: sort ?? "alpha-asc",
    page,
    limit: Math.min(limit, MAX_LIMIT),
  });
  const titles = await folderTitles(db, DEFAULT_NAMESPACE, [...new Set(hits.map(({ folder }) => folder))]);
  return { rows: hits.map((hit) => ({ hit, row: rowOf(hit, titles) })), total };
}

async function namesOf(
  db: Store,
  { starred, dashboardUIDs, caller: { kind, uid } }: Question,
): Promise<readonly string[] | undefined> {
  if (starred !== true) return dashboardUIDs;
  const marked = kind === "user" ? await starredDashboards(db, DEFAULT_NAMESPACE, uid) : [];
  return dashboardUIDs === undefined ? marked : marked.filter((name) => dashboardUIDs.includes(name));
}

/** Of a kind that the caller may see nothing of there is nothing to find. */
function kindsOf(caller: Caller, type: string | undefined, tags: readonly string[]): SearchedKind[] {
  const wanted = type === undefined && tags.length > 0 ? "dash-db" : type;
  return SEARCHED.filter((one) => wanted === undefined || one.type === wanted).flatMap(({ resource, kind }) => {
    const visibility = visibleTo(caller, kind);
    return visibility === undefined ? [] : [{ resource, visibility }];
  });
}

function rowOf(hit: SearchHit, titles: ReadonlyMap<string, string>) {
  const { resource, name, internal_id, title, tags, folder, written_at } = hit;
  const isFolder = resource === "folders";
  const folderTitle = titles.get(folder);
  return {
    id: Number(internal_id),
    uid: name,
    title,
    url: isFolder ? folderPath(name, title) : dashboardPath(name, title),
    type: isFolder ? "dash-folder" : "dash-db",
    tags,
    ...(folder === "" ? {} : { folderUid: folder }),
    ...(folderTitle === undefined ? {} : { folderTitle, folderUrl: folderPath(folder, folderTitle) }),
    updatedAt: timestamp(written_at),
  };
}
