import { useRef, useState } from "react";
import { useParams } from "react-router";
import { Alert } from "../../control/alert.tsx";
import { Button, LinkButton } from "../../control/button.tsx";
import { isObject, type JsonObject, textOf } from "../../dashboard/model/json.ts";
import { DraftPage } from "../draft-page.tsx";
import { editingMessages } from "../messages.ts";
import type { Draft } from "../use-draft.ts";
import { WithDraft } from "../with-draft.tsx";
import { documentFaults, type Fault } from "./document-faults.ts";
import { type JsonText, placeOfPath, readJsonText } from "./json-text.ts";
import "./settings-page.css";

/** `/d/:uid/json`: the whole document as text. */
export function DashboardJsonPage() {
  const uid = useParams()["uid"] ?? "";
  return <WithDraft uid={uid}>{(draft) => <JsonEditor uid={uid} draft={draft} />}</WithDraft>;
}

interface JsonEditorProps {
  readonly uid: string;
  readonly draft: Draft;
}

const MOST_FAULTS = 20;

/** What is typed becomes the draft as soon as it is JSON; until then the draft stays as it was. */
function JsonEditor({ uid, draft }: JsonEditorProps) {
  const texts = editingMessages.json;
  const [typed, setTyped] = useState<{ readonly text: string; readonly made: JsonObject }>();
  const field = useRef<HTMLTextAreaElement>(null);
  // A step that was taken back, or a save, shows what the document is now.
  const text = typed?.made === draft.document ? typed.text : JSON.stringify(draft.document, null, 2);
  const read = readJsonText(text);
  const faults = read.kind === "json" ? documentFaults(read.value) : [];
  const type = (next: string) => {
    const json = readJsonText(next);
    const isTaken = json.kind === "json" && isObject(json.value);
    if (isTaken) {
      const { value } = json as { value: JsonObject }; // as was asked just now
      draft.change("JSON", () => value);
      setTyped({ text: next, made: value });
    } else setTyped({ text: next, made: draft.document });
  };
  const show = (at: number) => {
    field.current?.focus();
    field.current?.setSelectionRange(at, at + 1);
  };
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <DraftPage uid={uid} draft={draft} title={texts.title} dashboard={textOf(draft.document["title"])}>
      <div className="v-filters">
        <LinkButton to={`${home}/edit`}>{texts.show}</LinkButton>
        <LinkButton to={`${home}/settings`}>{editingMessages.settings.title}</LinkButton>
        <LinkButton to={home} kind="quiet">
          {editingMessages.back}
        </LinkButton>
      </div>
      <div role="status">
        <Faults text={text} read={read} faults={faults} onShow={show} />
      </div>
      <textarea
        ref={field}
        className="v-input v-json-text"
        aria-label={texts.title}
        aria-invalid={read.kind === "fault" || faults.length > 0}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        onChange={({ target }) => type(target.value)}
      />
    </DraftPage>
  );
}

interface FaultsProps {
  readonly text: string;
  readonly read: JsonText;
  readonly faults: readonly Fault[];
  readonly onShow: (at: number) => void;
}

function Faults({ text, read, faults, onShow }: FaultsProps) {
  const texts = editingMessages.json;
  if (read.kind === "fault") {
    return (
      <Alert kind="crit">
        {texts.fault(read.line, read.column, read.reason)}{" "}
        <Button kind="quiet" onPress={() => onShow(read.at)}>
          {texts.goThere}
        </Button>
      </Alert>
    );
  }
  if (faults.length === 0) return <p className="v-hint">{texts.fine}</p>;
  return (
    <Alert kind="warn">
      <p>{texts.faults(faults.length)}</p>
      <ul className="v-edit-changes">
        {faults.slice(0, MOST_FAULTS).map(({ path, reason }) => {
          const { line, at } = placeOfPath(text, path);
          return (
            <li key={path + reason}>
              {texts.line(line)}, <code>{path}</code>: {reason}{" "}
              <Button kind="quiet" aria-label={texts.goTo(path)} onPress={() => onShow(at)}>
                {texts.goThere}
              </Button>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
