import { Plus, Trash2 } from "lucide-react";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { TextField } from "../control/text-field.tsx";
import { type JsonObject, objectsOf, textOf } from "../dashboard/model/json.ts";
import { hasPart, LINK_PARTS, withoutPart, withPart } from "./link-parts.ts";
import { editingMessages } from "./messages.ts";
import "./part-editor.css";

interface LinkListProps {
  readonly title: string;
  /** What an address may name beside variables. */
  readonly hint: string;
  /** As the document has them. */
  readonly links: unknown;
  /** `undefined` when none is left. */
  readonly onChange: (links: readonly JsonObject[] | undefined) => void;
}

/** Where a panel leads, or a value in it. */
export function LinkList({ title, hint, links, onChange }: LinkListProps) {
  const { link: texts } = editingMessages;
  const rows = objectsOf(links);
  const set = (next: readonly JsonObject[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset className="v-edit-group">
      <legend className="v-section-title">{title}</legend>
      {rows.map((row, at) => {
        const url = textOf(row["url"]);
        const change = (member: string, value: unknown) => set(rows.with(at, { ...row, [member]: value }));
        const take = (part: (typeof LINK_PARTS)[keyof typeof LINK_PARTS]) => (isTaken: boolean) =>
          change("url", isTaken ? withPart(url, part) : withoutPart(url, part));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name, and are not moved
          <div key={at} className="v-part">
            <div className="v-part-head">
              <TextField label={texts.title} value={textOf(row["title"])} onChange={(text) => change("title", text)} />
              <IconButton
                label={texts.remove(at + 1)}
                icon={<Trash2 aria-hidden />}
                onPress={() => set(rows.toSpliced(at, 1))}
              />
            </div>
            <TextField
              label={texts.url}
              value={url}
              placeholder="https://"
              hint={hint}
              onChange={(text) => change("url", text)}
            />
            <Checkbox isSelected={hasPart(url, LINK_PARTS.keepTime)} onChange={take(LINK_PARTS.keepTime)}>
              {texts.keepTime}
            </Checkbox>
            <Checkbox isSelected={hasPart(url, LINK_PARTS.keepVariables)} onChange={take(LINK_PARTS.keepVariables)}>
              {texts.keepVariables}
            </Checkbox>
            <Checkbox isSelected={row["targetBlank"] === true} onChange={(isNew) => change("targetBlank", isNew)}>
              {texts.newTab}
            </Checkbox>
          </div>
        );
      })}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={() => set([...rows, { title: "", url: "" }])}>
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}
