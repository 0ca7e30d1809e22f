import { newestQuery } from "../../frame/newest-query.ts";
import { isObject, oneOf } from "../model/json.ts";

/** Something that is done to a panel from outside of the editor; `choose` only looks at its options. */
export interface PanelEdit {
  readonly kind: (typeof KINDS)[number];
  readonly id: number;
}

const KINDS = ["choose", "duplicate", "remove"] as const;

/** The same dashboard with handles, at the same time range and values; what is done to a panel is a step like any other. */
export function editing(uid: string, edit?: PanelEdit): [place: string, options: { readonly state: unknown }] {
  return [`/d/${encodeURIComponent(uid)}/edit${shownQuery()}`, { state: edit === undefined ? null : { edit } }];
}

/** The same dashboard to look at. */
export function looking(uid: string): string {
  return `/d/${encodeURIComponent(uid)}${shownQuery()}`;
}

/** Without what concerns the view alone: there is none of a panel, and none without a frame, where a dashboard is edited. */
function shownQuery(): string {
  const query = newestQuery();
  for (const name of ["viewPanel", "kiosk", "autofitpanels"]) query.delete(name);
  return query.size === 0 ? "" : `?${query}`;
}

/** What the way to the editor asks for. @param state - of the address */
export function askedEdit(state: unknown): PanelEdit | undefined {
  const edit = isObject(state) ? state["edit"] : undefined;
  if (!isObject(edit) || typeof edit["id"] !== "number") return undefined;
  return { kind: oneOf(edit["kind"], KINDS, "choose"), id: edit["id"] };
}
