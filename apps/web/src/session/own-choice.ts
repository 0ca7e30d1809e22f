import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { type Choices, changePreferences, type Preferences } from "../api/preferences.ts";
import { type CurrentUser, currentUserQuery } from "../api/user.ts";
import { recallList, remember } from "../browser-memory.ts";
import { keepZone, keptZone } from "../dashboards/kept-zone.ts";
import { hasSingleKeys, setSingleKeys } from "../frame/single-keys.ts";
import { chooseLanguage, keptLanguage } from "../messages/language.ts";
import { chooseDensity, keptDensity } from "../theme/density.ts";
import { hasPatterns, setPatterns } from "../theme/patterns.ts";
import { chooseTheme, keptTheme } from "../theme/theme.ts";
import { useCurrentUser } from "./current-user.tsx";

type Chosen = Required<Omit<Choices, "language">>;

/** How this browser keeps each choice. */
const KEPT: { readonly [Name in keyof Chosen]: { now(): Chosen[Name]; choose(next: Chosen[Name]): void } } = {
  theme: { now: keptTheme, choose: chooseTheme },
  density: { now: keptDensity, choose: chooseDensity },
  timezone: { now: keptZone, choose: keepZone },
  patterns: { now: hasPatterns, choose: setPatterns },
  singleKeys: { now: hasSingleKeys, choose: setSingleKeys },
};

const KEEPING = ["preferences"] as const;

/**
 * Has the server keep something for whatever browser the person uses next. Where it cannot, it holds in this one, which
 * {@link useUnkept} tells.
 */
function useKeepPreferences(): (change: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient();
  const keeping = useMutation({
    mutationKey: KEEPING,
    mutationFn: changePreferences,
    onSuccess: (preferences) =>
      queryClient.setQueryData(
        currentUserQuery.queryKey,
        (user: CurrentUser | undefined) => user && { ...user, preferences },
      ),
  });
  return async (change) => {
    await keeping.mutateAsync(change).catch(() => undefined);
  };
}

/** What only this browser knows of what was chosen on this page, why, and how to have the server keep it after all. */
export function useUnkept(): { readonly error: Error; readonly again: () => void } | undefined {
  const keep = useKeepPreferences();
  const tries = useMutationState({ filters: { mutationKey: KEEPING }, select: ({ state }) => state });
  let unkept: Partial<Preferences> = {};
  let error: Error | null = null;
  for (const { status, variables, ...state } of tries) {
    const { seen: _, ...chosen } = variables as Partial<Preferences>; // of the mutation above
    if (status === "error" && Object.keys(chosen).length > 0) [unkept, error] = [{ ...unkept, ...chosen }, state.error];
    if (status === "success")
      unkept = Object.fromEntries(Object.entries(unkept).filter(([name]) => !Object.hasOwn(chosen, name)));
  }
  if (error === null || Object.keys(unkept).length === 0) return undefined;
  const isTrying = tries.some(({ status }) => status === "pending");
  return { error, again: () => void (isTrying || keep(unkept)) };
}

/** Those that show a choice: the same one may stand in several places of a page. */
const shown = new Set<() => void>();

function onChoice(drawAnew: () => void): () => void {
  shown.add(drawAnew);
  return () => shown.delete(drawAnew);
}

/** A choice of the person's about their pages, and how to choose otherwise: it holds at once. */
export function useOwnChoice<Name extends keyof Chosen>(
  name: Name,
): readonly [Chosen[Name], (next: Chosen[Name]) => void] {
  const keep = useKeepPreferences();
  const chosen = useSyncExternalStore<Chosen[Name]>(onChoice, KEPT[name].now);
  const choose = (next: Chosen[Name]) => {
    KEPT[name].choose(next);
    for (const drawAnew of shown) drawAnew();
    void keep({ [name]: next });
  };
  return [chosen, choose];
}

/** Texts are read once, when a page is loaded; so it is loaded again. */
export function useOwnLanguage(): readonly [ReturnType<typeof keptLanguage>, typeof chooseLanguage] {
  const keep = useKeepPreferences();
  return [keptLanguage(), (language) => void keep({ language }).then(() => chooseLanguage(language))];
}

/** As the server. */
const MOST_KEPT = 50;

/**
 * What the person has put away or looked at, as far as this page and the server know, and how to add to it.
 *
 * @returns whether something is among it, and what puts it there
 */
export function useSeen(): readonly [(id: string) => boolean, (id: string) => void] {
  const { uid, preferences } = useCurrentUser();
  const keep = useKeepPreferences();
  const key = `vedette.seen.${uid}`;
  const [here, setHere] = useState(() => recallList(key));
  const isSeen = (id: string) => here.includes(id) || preferences?.seen.includes(id) === true;
  const see = (id: string) => {
    if (isSeen(id)) return;
    const next = [id, ...here].slice(0, MOST_KEPT);
    remember(key, JSON.stringify(next));
    setHere(next);
    void keep({ seen: [id] });
  };
  return [isSeen, see];
}
