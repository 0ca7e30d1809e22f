import { type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import { type LinkProps, useLocation, useNavigate } from "react-router";
import { useIsPhone } from "../control/use-media.ts";

/** The part of a link's state that says that the entry of the history before it is the list. */
interface FromList {
  readonly isFromList?: boolean;
}

/** The list of people with one of them open, as its address says. */
export interface OpenPerson {
  readonly id: string | undefined;
  /** The address of the list without anybody open. */
  readonly list: string;
  readonly close: () => void;
  /** What makes a link of a row one that opens somebody, or another in the place of who is open. */
  readonly linkTo: (id: string) => LinkProps;
  /** Whether the sheet is to take the focus once it shows whom it is to show. */
  readonly wantsFocus: { current: boolean };
}

/**
 * Who of the list is open. The way there is one entry of the history, whoever is looked at then, so that Back leads to
 * the list; the focus goes back to the row.
 */
export function useOpenPerson(id: string | undefined): OpenPerson {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const wantsFocus = useRef(false);
  const from = state as FromList | null; // set by the links below alone
  const list = `/people/users${search}`;
  useWayBack(id);
  return {
    id,
    list,
    wantsFocus,
    close: () => void (from?.isFromList ? navigate(-1) : navigate(list, { replace: true })),
    linkTo: (uid) => ({
      to: { pathname: `/people/users/${uid}`, search },
      replace: id !== undefined,
      state: id === undefined ? { isFromList: true } : state,
      "aria-current": uid === id ? "true" : undefined,
      onClick: ({ nativeEvent }: MouseEvent) => {
        // Keys that walk along the list press for the reader, who stays in the list where it can be reached.
        wantsFocus.current = nativeEvent.isTrusted || document.activeElement?.closest(".v-person-sheet") !== null;
      },
    }),
  };
}

/** Brings those who come back from somebody to where they were in the list. */
function useWayBack(id: string | undefined): void {
  const isPhone = useIsPhone();
  const last = useRef<string>(undefined);
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    if (!isPhone || id === last.current) return;
    if (id !== undefined) scrolled.current = window.scrollY;
    window.scrollTo(0, id === undefined ? scrolled.current : 0);
  }, [id, isPhone]);
  useEffect(() => {
    const left = id === undefined ? last.current : undefined;
    last.current = id;
    const row = document.querySelector<HTMLElement>(`main .v-table a[href*="/people/users/${left}"]`);
    if (left !== undefined) (row ?? document.querySelector<HTMLElement>("#content"))?.focus();
  }, [id]);
}
