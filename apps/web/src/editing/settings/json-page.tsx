import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { Alert } from "../../control/alert.tsx";
import { Button, LinkButton } from "../../control/button.tsx";
import { isObject, type JsonObject, numberOf, objectsOf, textOf } from "../../dashboard/model/json.ts";
import { editing } from "../../dashboard/panel/panel-edit.ts";
import { DraftPage } from "../draft-page.tsx";
import { editingMessages } from "../messages.ts";
import { isSame } from "../parts-of-document.ts";
import type { Draft } from "../use-draft.ts";
import { WithDraft } from "../with-draft.tsx";
import { documentFaults, type Fault } from "./document-faults.ts";
import { JsonField, type LineMark } from "./json-field.tsx";
import { type JsonText, panelAround, placesOfPaths, readJsonText } from "./json-text.ts";
import { useKeptText } from "./use-kept-text.ts";
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

/** Milliseconds after the last key: large documents are not read with every one. */
const PAUSE_MS = 250;

/** What is typed becomes the draft when it is JSON; until then the draft stays as it was. */
function JsonEditor({ uid, draft }: JsonEditorProps) {
  const texts = editingMessages.json;
  const written = useMemo(() => JSON.stringify(draft.document, null, 2), [draft.document]);
  const [typed, setTyped] = useState<{ readonly text: string; readonly made: JsonObject }>();
  const field = useRef<HTMLTextAreaElement>(null);
  // A step that was taken back, or a save, shows what the document is now.
  const text = typed?.made === draft.document ? typed.text : written;
  const settled = useSettled(text, PAUSE_MS);
  const read = useMemo(() => readJsonText(settled), [settled]);
  const faults = useMemo(() => (read.kind === "json" ? documentFaults(read.value) : []), [read]);
  const take = (json: JsonText) => {
    if (json.kind !== "json" || !isObject(json.value) || typed?.made !== draft.document) return;
    const { value } = json;
    if (isSame(value, draft.document)) return;
    draft.change("JSON", () => value);
    setTyped({ text, made: value });
  };
  const takeSettled = useEffectEvent(() => settled === text && take(read));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another text was read
  useEffect(() => void takeSettled(), [read]);
  // Who saves in the middle of typing saves what stands there.
  const takeBeforeSave = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") flushSync(() => take(readJsonText(text)));
  };
  useKeptText({
    uid,
    document: draft.document,
    unfinished: typed === undefined ? undefined : unfinishedOf(settled, read),
    onFound: (found) => setTyped({ text: found, made: draft.document }),
  });
  const navigate = useNavigate();
  const showPanel = () => {
    const index = panelAround(text, field.current?.selectionStart ?? 0);
    const id = index === undefined ? undefined : numberOf(objectsOf(draft.document["panels"])[index]?.["id"]);
    void navigate(...editing(uid, id === undefined ? undefined : { kind: "choose", id }));
  };
  const type = (next: string) => setTyped({ text: next, made: draft.document });
  const show = (at: number) => {
    field.current?.focus();
    field.current?.setSelectionRange(at, at + 1);
  };
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <DraftPage uid={uid} draft={draft} title={texts.title} dashboard={textOf(draft.document["title"])}>
      <div className="v-filters">
        <Button onPress={showPanel}>{texts.show}</Button>
        <LinkButton to={`${home}/settings`}>{editingMessages.settings.title}</LinkButton>
        <LinkButton to={home} kind="quiet">
          {editingMessages.back}
        </LinkButton>
      </div>
      <div role="status">
        <Faults text={settled} read={read} faults={faults} onShow={show} />
      </div>
      <JsonField
        label={texts.title}
        field={field}
        value={text}
        marks={text === settled ? marksOf(settled, read, faults) : NO_MARKS}
        onChange={type}
        onKeyDown={takeBeforeSave}
      />
    </DraftPage>
  );
}

function unfinishedOf(text: string, read: JsonText): string | null {
  return read.kind === "json" && isObject(read.value) ? null : text;
}

/** A value once it has not changed for some time. */
function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

const NO_MARKS: readonly LineMark[] = [];

function marksOf(text: string, read: JsonText, faults: readonly Fault[]): readonly LineMark[] {
  if (read.kind === "fault") return [{ line: read.line, text: read.reason }];
  const shown = faults.slice(0, MOST_FAULTS);
  const places = placesOfPaths(
    text,
    shown.map(({ path }) => path),
  );
  return shown.flatMap(({ reason }, at) => {
    const place = places[at];
    return place === undefined ? [] : [{ line: place.line, text: reason }];
  });
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
  const shown = faults.slice(0, MOST_FAULTS);
  const places = placesOfPaths(
    text,
    shown.map(({ path }) => path),
  );
  if (faults.length === 0) return <p className="v-hint">{texts.fine}</p>;
  return (
    <Alert kind="warn">
      <p>{texts.faults(faults.length)}</p>
      <ul className="v-edit-changes">
        {shown.map(({ path, reason }, index) => {
          const { line = 1, at = 0 } = places[index] ?? {};
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
