import { sql } from "kysely";
import type { Visibility } from "../lists/visibility.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";

/** Orders that a search can have; titles are compared without case. */
export const SEARCH_SORTS = ["alpha-asc", "alpha-desc", "updated-desc", "updated-asc"] as const;

type SearchSort = (typeof SEARCH_SORTS)[number];

export interface DashboardSearch {
  readonly namespace: string;
  readonly visibility: Visibility;
  /** Part of the title, case ignored; empty for all. */
  readonly query: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly sort: SearchSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** One dashboard that was found. */
export interface SearchHit {
  readonly name: string;
  readonly internal_id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly folder: string;
  readonly written_at: Date;
}

const TITLE = sql`lower(title)`;

/** Finds dashboards for people: one page, and how many there are. */
export async function searchDashboards(
  db: Store,
  search: DashboardSearch,
): Promise<{ hits: SearchHit[]; total: number }> {
  const found = matching(db, search);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  const direction = search.sort.endsWith("desc") ? "desc" : "asc";
  const hits = await found
    .select(["name", "internal_id", "title", "tags", "folder", "written_at"])
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
  place: Pick<DashboardSearch, "namespace" | "visibility">,
): Promise<{ term: string; count: number }[]> {
  const tagged = matching(db, { ...place, query: "", tags: [] }).select("tags");
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

function matching(
  db: Store,
  { namespace, visibility, query, tags }: Pick<DashboardSearch, "namespace" | "visibility" | "query" | "tags">,
) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", "dashboards")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .where("title", "ilike", `%${query.replace(/[\\%_]/g, "\\$&")}%`)
    .where(sql<boolean>`tags @> ${JSON.stringify(tags)}::jsonb`)
    .where(({ eb, or }) =>
      visibility.kind === "all"
        ? eb.lit(true)
        : or([
            ...(visibility.names.length > 0 ? [eb("name", "in", visibility.names)] : []),
            ...(visibility.folders.length > 0 ? [eb("folder", "in", visibility.folders)] : []),
          ]),
    );
}
