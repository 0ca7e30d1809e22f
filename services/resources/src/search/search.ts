import { sql } from "kysely";
import type { Visibility } from "../lists/visibility.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import { containing } from "./containing.ts";

/** Orders that a search can have; titles are compared without case. */
export const SEARCH_SORTS = ["alpha-asc", "alpha-desc", "updated-desc", "updated-asc"] as const;

type SearchSort = (typeof SEARCH_SORTS)[number];

/** What is looked for, and what of it may be seen. */
export interface SearchedKind {
  readonly resource: "dashboards" | "folders";
  readonly visibility: Visibility;
}

export interface Search {
  readonly namespace: string;
  readonly kinds: readonly SearchedKind[];
  /** Only what lies directly in one of these, empty being the root; absent for everywhere. */
  readonly folders?: readonly string[] | undefined;
  /** Only objects of these names; absent for all. */
  readonly names?: readonly string[] | undefined;
  /** Part of the title, case ignored; empty for all. */
  readonly query: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly sort: SearchSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** One object that was found. */
export interface SearchHit {
  readonly resource: string;
  readonly name: string;
  readonly internal_id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly folder: string;
  readonly written_at: Date;
}

/** As an index has it. */
const TITLE = sql`left(lower(title), 200)`;

/** Finds dashboards and folders for people: one page, and how many there are. Of one title, folders come first. */
export async function searchObjects(db: Store, search: Search): Promise<{ hits: SearchHit[]; total: number }> {
  const found = matching(db, search);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  const direction = search.sort.endsWith("desc") ? "desc" : "asc";
  const hits = await found
    .select(["resource", "name", "internal_id", "title", "tags", "folder", "written_at"])
    .orderBy("resource", search.kinds.length > 1 ? "desc" : "asc")
    .orderBy(search.sort.startsWith("alpha") ? TITLE : sql`written_at`, direction)
    .orderBy("name")
    .limit(search.limit)
    .offset((search.page - 1) * search.limit)
    .execute();
  return { hits, total: Number(count) };
}

/** How many dashboards carry each tag, by tag. */
export async function countTags(
  db: Store,
  { namespace, visibility }: { namespace: string; visibility: Visibility },
): Promise<{ term: string; count: number }[]> {
  const tagged = matching(db, {
    namespace,
    kinds: [{ resource: "dashboards", visibility }],
    query: "",
    tags: [],
  }).select("tags");
  const rows = await db
    .selectFrom(tagged.as("tagged"))
    .innerJoinLateral(sql<{ term: string }>`jsonb_array_elements_text(tagged.tags)`.as<"tag">(sql`tag(term)`), (join) =>
      join.onTrue(),
    )
    .select(["tag.term", ({ fn }) => fn.countAll<string>().as("count")])
    .groupBy("tag.term")
    .orderBy("tag.term")
    .execute();
  return rows.map(({ term, count }) => ({ term, count: Number(count) }));
}

type Filter = Pick<Search, "namespace" | "kinds" | "folders" | "names" | "query" | "tags">;

function matching(db: Store, { namespace, kinds, folders, names, query, tags }: Filter) {
  return db
    .selectFrom("vedette.object_versions")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .where(({ eb, and }) =>
      and([
        // What asks for nothing would keep the planner from its indexes.
        ...(query === "" ? [] : [eb("title", "ilike", containing(query))]),
        ...(tags.length === 0 ? [] : [sql<boolean>`tags @> ${JSON.stringify(tags)}::jsonb`]),
        ...(folders === undefined ? [] : [folders.length === 0 ? eb.lit(false) : eb("folder", "in", folders)]),
        ...(names === undefined ? [] : [names.length === 0 ? eb.lit(false) : eb("name", "in", names)]),
      ]),
    )
    .where(({ eb, or, and }) =>
      or(
        kinds.map(({ resource, visibility }) =>
          and([
            eb("resource", "=", resource),
            visibility.kind === "all"
              ? eb.lit(true)
              : or([
                  ...(visibility.names.length > 0 ? [eb("name", "in", visibility.names)] : []),
                  ...(visibility.folders.length > 0 ? [eb("folder", "in", visibility.folders)] : []),
                ]),
          ]),
        ),
      ),
    );
}
