import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { type Choices, changePreferences, type Preferences } from "../api/preferences.ts";
import { type CurrentUser, currentUserQuery } from "../api/user.ts";
import { recallList, remember } from "../browser-memory.ts";
import { keepZone, keptZone } from "../dashboards/kept-zone.ts";
import { hasSingleKeys, setSingleKeys } from "../frame/single-keys.ts";
import { chooseLanguage, keptLanguage } from "../messages/language.ts";
import { chooseDensity, keptDensity } from "../theme/density.ts";
import { chooseTheme, keptTheme } from "../theme/theme.ts";
import { useCurrentUser } from "./current-user.tsx";

type Chosen = Required<Omit<Choices, "language">>;

/** How this browser keeps each choice. */
const KEPT: { readonly [Name in keyof Chosen]: { now(): Chosen[Name]; choose(next: Chosen[Name]): void } } = {
  theme: { now: keptTheme, choose: chooseTheme },
  density: { now: keptDensity, choose: chooseDensity },
  timezone: { now: keptZone, choose: keepZone },
  singleKeys: { now: hasSingleKeys, choose: setSingleKeys },
};

/** Has the server keep something for whatever browser the person uses next. Where it cannot, it holds in this one. */
function useKeepPreferences(): (change: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient();
  return async (change) => {
    try {
      const preferences = await changePreferences(change);
      queryClient.setQueryData(
        currentUserQuery.queryKey,
        (user: CurrentUser | undefined) => user && { ...user, preferences },
      );
    } catch {
      // As said above.
    }
  };
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
