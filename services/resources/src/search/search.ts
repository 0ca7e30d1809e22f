import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Visibility } from "../lists/visibility.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import { recentViews } from "../views/views.ts";
import { containing } from "./containing.ts";
import { mayStand, nearSpellings } from "./known-words.ts";

/** Orders that a search can have; titles are compared without case, views are those of the last 30 days. */
export const SEARCH_SORTS = [
  "alpha-asc",
  "alpha-desc",
  "updated-desc",
  "updated-asc",
  "views-desc",
  "views-asc",
] as const;

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
  readonly wanted: Wanted;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly sort: SearchSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** What a search looks for. */
export type Wanted =
  /** Part of the title, case ignored; empty for all. */
  | { readonly kind: "title"; readonly part: string }
  /** Each of them, in small letters, somewhere in the title, tags, panels' titles or the title of the folder. */
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      /** Folders whose titles the reader may know; absent for none. */
      readonly folders: Visibility | undefined;
      /** How each word may stand there instead; absent for itself alone. */
      readonly spellings?: readonly (readonly string[])[];
    };

/** One object that was found. */
export interface SearchHit {
  readonly resource: string;
  readonly name: string;
  readonly internal_id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly folder: string;
  /** A line each; `null` while nobody has read them. */
  readonly panel_titles: string | null;
  readonly written_at: Date;
  readonly written_by: string;
}

/** As an index has it. */
const TITLE = sql`left(lower(title), 200)`;

/**
 * Finds dashboards and folders for people: one page, and how many there are. Of one title, folders come first. Where no
 * object has all words as they were written, those are found that have words like them.
 */
export async function searchObjects(db: Store, search: Search): Promise<{ hits: SearchHit[]; total: number }> {
  const { wanted } = search;
  if (wanted.kind === "title" || wanted.words.length === 0) return await findObjects(db, search);
  const mayStandAsWritten = await mayStand(db, wanted.words);
  const found = mayStandAsWritten ? await findObjects(db, search) : NOTHING;
  if (found.total > 0) return found;
  const spellings = await nearSpellings(db, wanted.words);
  if (!mayStandAsWritten && spellings.every(({ length }) => length === 1)) return NOTHING;
  return await findObjects(db, { ...search, wanted: { ...wanted, spellings } });
}

const NOTHING = { hits: [], total: 0 };

async function findObjects(db: Store, search: Search): Promise<{ hits: SearchHit[]; total: number }> {
  const found = matching(db, search);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  if (Number(count) === 0) return NOTHING;
  const direction = search.sort.endsWith("desc") ? "desc" : "asc";
  const hits = await found
    // Left out by the store where nothing is ordered by it.
    .leftJoin(recentViews(db).as("seen"), "seen.dashboard_uid", "vedette.object_versions.uid")
    .select(["resource", "name", "internal_id", "title", "tags", "folder", "panel_titles", "written_at", "written_by"])
    .orderBy("resource", search.kinds.length > 1 ? "desc" : "asc")
    .orderBy(orderOf(search.sort), direction)
    .orderBy(TITLE)
    .orderBy("name")
    .limit(search.limit)
    .offset((search.page - 1) * search.limit)
    .execute();
  return { hits, total: Number(count) };
}

function orderOf(sort: SearchSort) {
  if (sort.startsWith("alpha")) return TITLE;
  return sort.startsWith("views") ? sql`coalesce(seen.views, 0)` : sql`written_at`;
}

/** How many dashboards carry each tag, by tag. */
export async function countTags(
  db: Store,
  { namespace, visibility }: { namespace: string; visibility: Visibility },
): Promise<{ term: string; count: number }[]> {
  const tagged = matching(db, {
    namespace,
    kinds: [{ resource: "dashboards", visibility }],
    wanted: { kind: "title", part: "" },
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

type Filter = Pick<Search, "namespace" | "kinds" | "folders" | "names" | "wanted" | "tags">;

function matching(db: Store, { namespace, kinds, folders, names, wanted, tags }: Filter) {
  return db
    .selectFrom("vedette.object_versions")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .where(({ eb, and }) =>
      and([
        // What asks for nothing would keep the planner from its indexes.
        ...wantedConditions(db, namespace, wanted),
        ...(tags.length === 0 ? [] : [sql<boolean>`tags @> ${JSON.stringify(tags)}::jsonb`]),
        ...(folders === undefined ? [] : [folders.length === 0 ? eb.lit(false) : eb("folder", "in", folders)]),
        ...(names === undefined ? [] : [names.length === 0 ? eb.lit(false) : eb("name", "in", names)]),
      ]),
    )
    .where(({ eb, or, and }) =>
      or(kinds.map(({ resource, visibility }) => and([eb("resource", "=", resource), isVisible(visibility)]))),
    );
}

function isVisible(visibility: Visibility): RawBuilder<SqlBool> {
  if (visibility.kind === "all") return sql<SqlBool>`true`;
  const { names, folders } = visibility;
  return sql<SqlBool>`(name = any(${names}::text[]) or folder = any(${folders}::text[]))`;
}

function wantedConditions(db: Store, namespace: string, wanted: Wanted): RawBuilder<SqlBool>[] {
  if (wanted.kind === "title") {
    return wanted.part === "" ? [] : [sql<SqlBool>`title ilike ${containing(wanted.part)}`];
  }
  return wanted.words.map((word, at) => {
    const has = hasOneOf(wanted.spellings?.[at] ?? [word]);
    if (wanted.folders === undefined) return has;
    const folders = db
      .selectFrom("vedette.object_versions")
      .select("name")
      .where("resource", "=", "folders")
      .where("namespace", "=", namespace)
      .where(IS_CURRENT)
      .where(isVisible(wanted.folders))
      .where(has);
    return sql<SqlBool>`(${has} or resource = 'dashboards' and folder in ${folders})`;
  });
}

const SEARCHED = sql`coalesce(searched, lower(title))`;

function hasOneOf(spellings: readonly string[]): RawBuilder<SqlBool> {
  const has = spellings.map((spelling) => sql<SqlBool>`strpos(${SEARCHED}, ${spelling}) > 0`);
  return sql<SqlBool>`(${sql.join(has, sql` or `)})`;
}
