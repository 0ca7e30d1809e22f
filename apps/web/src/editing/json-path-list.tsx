import { Plus, Trash2 } from "lucide-react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { TextField } from "../control/text-field.tsx";
import { type JsonObject, objectsOf, textOf } from "../dashboard/model/json.ts";
import { editingMessages } from "./messages.ts";
import { setIn, valueIn } from "./set-in.ts";
import "./part-editor.css";

interface JsonPathListProps {
  /** The transformation. */
  readonly step: JsonObject;
  readonly onChange: (step: JsonObject) => void;
}

const PATH = ["options", "jsonPaths"];

/** Which parts of JSON become fields, and what these are called; all members when none is named. */
export function JsonPathList({ step, onChange }: JsonPathListProps) {
  const { transformation: texts } = editingMessages;
  const rows = objectsOf(valueIn(step, PATH));
  const set = (next: readonly JsonObject[]) => onChange(setIn(step, PATH, next.length === 0 ? undefined : next));
  return (
    <fieldset className="v-edit-group">
      <legend className="v-label">{texts.paths}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name, and are not moved
        <div key={at} className="v-part-line">
          <div className="v-part-options">
            <TextField
              label={texts.path}
              value={textOf(row["path"])}
              placeholder="request.headers[0]"
              onChange={(path) => set(rows.with(at, { ...row, path }))}
            />
            <TextField
              label={texts.alias}
              value={textOf(row["alias"])}
              onChange={(alias) => set(rows.with(at, setIn(row, ["alias"], alias || undefined)))}
            />
          </div>
          <IconButton
            label={texts.removePath(at + 1)}
            icon={<Trash2 aria-hidden />}
            onPress={() => set(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button kind="quiet" icon={<Plus aria-hidden />} onPress={() => set([...rows, { path: "" }])}>
          {texts.addPath}
        </Button>
      </div>
    </fieldset>
  );
}
