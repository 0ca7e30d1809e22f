import { isObject, oneOf } from "../model/json.ts";

/** Something that is done to a panel from outside of the editor. */
export interface PanelEdit {
  readonly kind: "duplicate" | "remove";
  readonly id: number;
}

/** Where it is done: in the editor of the layout, as a step that can be taken back. */
export function editingPanel(uid: string, edit: PanelEdit): [place: string, options: { readonly state: unknown }] {
  return [`/d/${encodeURIComponent(uid)}/edit`, { state: { edit } }];
}

/** What the way to the editor asks for. @param state - of the address */
export function askedEdit(state: unknown): PanelEdit | undefined {
  const edit = isObject(state) ? state["edit"] : undefined;
  if (!isObject(edit) || typeof edit["id"] !== "number") return undefined;
  return { kind: oneOf(edit["kind"], ["duplicate", "remove"], "duplicate"), id: edit["id"] };
}
