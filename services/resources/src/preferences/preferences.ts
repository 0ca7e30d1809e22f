import { sql } from "kysely";
import { type Static, Type } from "typebox";
import type { Store } from "../objects/store.ts";

const Choices = {
  /** Colours; `system` follows the operating system. */
  theme: Type.Enum(["dark", "light", "system"]),
  /** How close rows and panels stand. */
  density: Type.Enum(["compact", "default", "comfortable"]),
  /** Language of the texts, as BCP 47 has it. */
  language: Type.String({ maxLength: 35, pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$" }),
  /** What dashboards begin with: `browser`, `utc` or a name of the IANA time zone database. */
  timezone: Type.String({ maxLength: 64, pattern: "^[A-Za-z0-9_+/-]+$" }),
  /** Whether series of charts are told apart by dashes and hatches as well as by colours (WCAG 1.4.1). */
  patterns: Type.Boolean(),
  /** Whether single letters are keys (WCAG 2.1.4). */
  singleKeys: Type.Boolean(),
};

const Seen = Type.Array(Type.String({ minLength: 1, maxLength: 220, pattern: "^\\P{Cs}*$" }), { maxItems: 50 });

/** What somebody chose about their pages; what is absent they left to the browser. */
export const Preferences = Type.Object({
  ...Type.Partial(Type.Object(Choices)).properties,
  /** Notices that were put away and steps that were looked at, the latest first; at most 50. */
  seen: Seen,
});

export type Preferences = Static<typeof Preferences>;

/** A choice takes the place of the one before, `null` takes it back; what is `seen` is added to what was. */
export const PreferencesChange = Type.Partial(
  Type.Object({
    theme: Type.Union([Choices.theme, Type.Null()]),
    density: Type.Union([Choices.density, Type.Null()]),
    language: Type.Union([Choices.language, Type.Null()]),
    timezone: Type.Union([Choices.timezone, Type.Null()]),
    patterns: Type.Union([Choices.patterns, Type.Null()]),
    singleKeys: Type.Union([Choices.singleKeys, Type.Null()]),
    seen: Seen,
  }),
);

const NONE: Preferences = { seen: [] };
const MOST_SEEN = 50;

export async function readPreferences(db: Store, userId: string): Promise<Preferences> {
  const row = await db
    .selectFrom("vedette.preferences")
    .select("content")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.content ?? NONE;
}

/** Two browsers that change something at the same moment both get what they wanted. */
export async function changePreferences(
  db: Store,
  userId: string,
  change: Static<typeof PreferencesChange>,
): Promise<Preferences> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("vedette.preferences")
      .values({ user_id: userId, content: JSON.stringify(NONE) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { content } = await trx
      .selectFrom("vedette.preferences")
      .select("content")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { seen = [], ...choices } = change;
    const kept = Object.entries({ ...content, ...choices }).filter(
      ([name, choice]) => Object.hasOwn(Choices, name) && choice !== null,
    );
    const next = {
      ...Object.fromEntries(kept),
      seen: [...new Set([...seen, ...content.seen])].slice(0, MOST_SEEN),
    } as Preferences; // of the schema: what was kept and what came were both checked against it
    await trx
      .updateTable("vedette.preferences")
      .set({ content: JSON.stringify(next), changed_at: sql<Date>`now()` })
      .where("user_id", "=", userId)
      .execute();
    return next;
  });
}
