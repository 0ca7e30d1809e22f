import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { newestQuery, withValues } from "../../frame/newest-query.ts";
import type { TimeRange } from "../model/time/time-range.ts";
import { ANNOTATION, type Wishes, wishesOf } from "./wishes.ts";

export interface Address {
  readonly wishes: Wishes;
  readonly viewedPanel: string | undefined;
  readonly isKiosk: boolean;
  /** All panels are as high as the window has room for: `?autofitpanels`. */
  readonly isFitted: boolean;
  /** Controls that whoever made the link left out: `?_dash.hideTimePicker`, `_dash.hideVariables`, `_dash.hideLinks`. */
  readonly hides: { readonly timePicker: boolean; readonly variables: boolean; readonly links: boolean };
  readonly setRange: (range: TimeRange) => void;
  readonly setTimeZone: (timeZone: string) => void;
  readonly setRefresh: (text: string) => void;
  readonly setVariable: (name: string, values: readonly string[]) => void;
  readonly setAnnotation: (name: string, isOn: boolean) => void;
  readonly viewPanel: (key: string | undefined) => void;
  readonly setKiosk: (isOn: boolean) => void;
}

/** What the address says about a dashboard, and how to change it: a shared link shows what its sender saw. */
export function useAddress(): Address {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();

  const change = useCallback(
    (changes: Readonly<Record<string, readonly string[]>>, options: { readonly replace?: boolean } = {}) =>
      setQuery(withValues(newestQuery(), changes), options),
    [setQuery],
  );
  const wishes = useMemo(() => wishesOf(new URLSearchParams(text)), [text]);

  return {
    wishes,
    ...viewOf(query),
    isFitted: isOn(query, "autofitpanels"),
    hides: {
      timePicker: isOn(query, "_dash.hideTimePicker"),
      variables: isOn(query, "_dash.hideVariables"),
      links: isOn(query, "_dash.hideLinks"),
    },
    setRange: useCallback(({ from, to }) => change({ from: [from], to: [to] }), [change]),
    setTimeZone: useCallback((timeZone) => change({ timezone: [timeZone] }), [change]),
    setRefresh: useCallback((every) => change({ refresh: [every] }, { replace: true }), [change]),
    setVariable: useCallback((name, values) => change({ [`var-${name}`]: values }), [change]),
    setAnnotation: useCallback(
      (name, isOn) => change({ [`${ANNOTATION}${name}`]: [isOn ? "on" : "off"] }, { replace: true }),
      [change],
    ),
    viewPanel: useCallback((key) => change({ viewPanel: key === undefined ? [] : [key] }), [change]),
    setKiosk: useCallback((isWanted) => change({ kiosk: isWanted ? [""] : [] }), [change]),
  };
}

/** What of the dashboard is seen, and with what around it. */
export function viewOf(query: URLSearchParams): Pick<Address, "viewedPanel" | "isKiosk"> {
  return {
    viewedPanel: query.get("viewPanel")?.replace(/^panel-/, "") || undefined,
    isKiosk: isOn(query, "kiosk"),
  };
}

/** A parameter that is there, whatever it says but `false`. */
function isOn(query: URLSearchParams, name: string): boolean {
  return query.has(name) && query.get(name) !== "false";
}
