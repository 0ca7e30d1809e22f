import { Plus, Trash2 } from "lucide-react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import type { JsonObject } from "../dashboard/model/json.ts";
import type { Choice, DocumentOption } from "./document-option.ts";
import { mappingRows, mappingsOf, withKindSaid } from "./mapping-rows.ts";
import { editingMessages } from "./messages.ts";
import { OptionControl } from "./option-control.tsx";
import "./part-editor.css";

interface MappingListProps {
  /** As the document has them. */
  readonly mappings: unknown;
  /** `undefined` when none is left. */
  readonly onChange: (mappings: readonly JsonObject[] | undefined) => void;
}

/** Words and colours in the place of values. */
export function MappingList({ mappings, onChange }: MappingListProps) {
  const { mapping: texts } = editingMessages;
  const rows = mappingRows(mappings);
  const set = (next: readonly JsonObject[]) => onChange(next.length === 0 ? undefined : mappingsOf(next));
  return (
    <fieldset className="v-edit-group">
      <legend className="v-label">{texts.title}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are not moved
        <div key={at} className="v-part" data-columns="2">
          {optionsOf(row).map((option) => (
            <OptionControl
              key={option.path.join(".")}
              option={option}
              panel={row}
              onChange={(next) => set(rows.with(at, withKindSaid(next)))}
            />
          ))}
          <div className="v-part-acts">
            <IconButton
              label={texts.remove(at + 1)}
              icon={<Trash2 aria-hidden />}
              onPress={() => set(rows.toSpliced(at, 1))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={() => set([...rows, FRESH])}>
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}

const FRESH: JsonObject = { type: "value", options: { value: "", result: {} } };

const choicesOf = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

function optionsOf(row: JsonObject): readonly DocumentOption[] {
  const { mapping: texts } = editingMessages;
  return [
    { label: texts.kind, path: ["type"], control: { as: "choice", choices: choicesOf(texts.kinds) } },
    ...matchOf(row["type"]),
    { label: texts.text, path: ["options", "result", "text"], control: { as: "text" } },
    {
      label: editingMessages.color,
      path: ["options", "result", "color"],
      control: { as: "color", isOptional: true },
    },
  ];
}

function matchOf(type: unknown): readonly DocumentOption[] {
  const { mapping: texts } = editingMessages;
  switch (type) {
    case "value":
      return [{ label: texts.value, path: ["options", "value"], control: { as: "text" } }];
    case "range":
      return [
        { label: texts.from, path: ["options", "from"], control: { as: "number" } },
        { label: texts.to, path: ["options", "to"], control: { as: "number" } },
      ];
    case "regex":
      return [{ label: texts.pattern, path: ["options", "pattern"], control: { as: "text", example: "^4.." } }];
    case "special":
      return [
        {
          label: texts.match,
          path: ["options", "match"],
          control: { as: "choice", choices: choicesOf(texts.matches) },
        },
      ];
    default:
      return [];
  }
}
