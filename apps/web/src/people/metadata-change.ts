import { texts } from "./messages.ts";

type Members = Readonly<Record<string, unknown>>;

/** What programs keep of somebody, and what somebody says of themself. */
export interface Metadata {
  readonly app_metadata: Members;
  readonly user_metadata: Members;
}

/** As people read and type it. */
export function metadataText({ app_metadata, user_metadata }: Metadata): string {
  return JSON.stringify({ app_metadata, user_metadata }, null, 2);
}

/** @throws Error that says what it is not */
export function readMetadata(typed: string): Metadata {
  try {
    const { app_metadata, user_metadata } = JSON.parse(typed);
    return { app_metadata: app_metadata ?? {}, user_metadata: user_metadata ?? {} };
  } catch (cause) {
    throw new Error(texts.badJson, { cause });
  }
}

/** The members that were typed anew, and what they were: the rest stays as it is by then, whoever has changed it. */
export function metadataChange(typed: Metadata, before: Metadata): Metadata & { readonly seen: Metadata } {
  const app = changed(typed.app_metadata, before.app_metadata);
  const user = changed(typed.user_metadata, before.user_metadata);
  return {
    app_metadata: app,
    user_metadata: user,
    seen: {
      app_metadata: valuesOf(before.app_metadata, Object.keys(app)),
      user_metadata: valuesOf(before.user_metadata, Object.keys(user)),
    },
  };
}

/** What was typed over one state, over another. */
export function metadataOver(now: Metadata, change: Metadata): Metadata {
  return {
    app_metadata: { ...now.app_metadata, ...change.app_metadata },
    user_metadata: { ...now.user_metadata, ...change.user_metadata },
  };
}

/** What somebody else has made meanwhile of the very members that are to be changed. */
export function metadataSavedByNow(now: Metadata, { seen }: { readonly seen: Metadata }): string {
  const others = [
    changed(valuesOf(now.app_metadata, Object.keys(seen.app_metadata)), seen.app_metadata),
    changed(valuesOf(now.user_metadata, Object.keys(seen.user_metadata)), seen.user_metadata),
  ];
  return others.flatMap((members) => Object.entries(members).map(([name, value]) => told(name, value))).join("; ");
}

function told(name: string, value: unknown): string {
  return `${name}: ${JSON.stringify(value)}`;
}

function changed(typed: Members, before: Members): Members {
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(typed).filter(isOther));
}

/** `null` for one that is not there. */
function valuesOf(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(members, name) ? members[name] : null]));
}
