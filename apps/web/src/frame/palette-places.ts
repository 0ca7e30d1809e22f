import { useCurrentUser } from "../session/current-user.tsx";
import { pageActs, useActs } from "./palette-acts.ts";
import { palettePages } from "./palette-pages.ts";
import { isNamed, keyOf, type PalettePlace, rankOf } from "./palette-place.ts";
import { isAsking, useThings } from "./palette-things.ts";

/**
 * What matches, what is called so first: pages, acts, and what the server finds. Without a word: the places of the rail,
 * the dashboards that were changed last, and what the page behind does.
 */
export function usePlaces(query: string) {
  const user = useCurrentUser();
  const onPage = pageActs();
  const acts = [...onPage, ...useActs()];
  const things = useThings(query);

  const pages = palettePages(user, query).map(({ to, ...page }) => ({ ...page, open: to }));
  const found = things.flatMap(({ places }) => places.map((place) => ({ ...place, isFound: true as const })));
  const places: readonly PalettePlace[] =
    query === ""
      ? [...pages, ...found, ...onPage]
      : [...pages, ...acts.filter(({ label }) => isNamed(label, query)), ...found].toSorted(
          (one, other) => rankOf(one.label, query) - rankOf(other.label, query),
        );
  const failed = things.filter(({ query: { error, data } }) => error !== null && data === undefined);
  const isAsked = things.some(isAsking);
  return {
    places: places.filter((place, at) => places.findIndex((other) => keyOf(other) === keyOf(place)) === at),
    isAsked,
    /** All has come that was asked for. */
    isWhole: !isAsked && failed.length === 0 && things.every(({ query: { isFetching, data } }) => !isFetching || data),
    /** What did not come, as one. */
    missing:
      failed.length === 0
        ? undefined
        : {
            name: failed.map(({ name }) => name).join(", "),
            query: {
              data: undefined,
              error: failed[0]?.query.error ?? null,
              refetch: () => Promise.all(failed.map((thing) => thing.query.refetch())),
            },
          },
  };
}
