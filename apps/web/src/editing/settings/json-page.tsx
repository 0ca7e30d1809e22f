import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { Alert } from "../../control/alert.tsx";
import { Button, LinkButton } from "../../control/button.tsx";
import { isObject, type JsonObject, numberOf, objectsOf, textOf } from "../../dashboard/model/json.ts";
import { editing } from "../../dashboard/panel/panel-edit.ts";
import { DraftPage } from "../draft-page.tsx";
import { draftTime } from "../draft-time.ts";
import { mergeDocuments } from "../merge-documents.ts";
import { editingMessages } from "../messages.ts";
import { isSame } from "../parts-of-document.ts";
import type { Draft } from "../use-draft.ts";
import { WithDraft } from "../with-draft.tsx";
import { documentFaults, type Fault } from "./document-faults.ts";
import { JsonField, type LineMark } from "./json-field.tsx";
import { type JsonText, panelAround, placesOfPaths, readJsonText } from "./json-text.ts";
import { type LeftText, useKeptText } from "./use-kept-text.ts";
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
/** Milliseconds after the first key that was not read: who types without a pause loses no more than that. */
const MOST_MS = 300;

interface Typed {
  readonly text: string;
  /** The document that it was typed over. */
  readonly made: JsonObject;
  /** Another one, on which it began: what has changed since is put together with it. */
  readonly from?: JsonObject;
}

/** What is typed becomes the draft when it is JSON; until then the draft stays as it was. */
function JsonEditor({ uid, draft }: JsonEditorProps) {
  const texts = editingMessages.json;
  const written = useMemo(() => JSON.stringify(draft.document, null, 2), [draft.document]);
  const [typed, setTyped] = useState<Typed>();
  const field = useRef<HTMLTextAreaElement>(null);
  // A step that was taken back, or a save, shows what the document is now.
  const text = typed?.made === draft.document ? typed.text : written;
  const [settled, setSettled] = useState(text);
  const read = useMemo(() => readJsonText(settled), [settled]);
  const faults = useMemo(() => (read.kind === "json" ? documentFaults(read.value) : []), [read]);
  const take = (json: JsonText) => {
    if (json.kind !== "json" || !isObject(json.value) || typed?.made !== draft.document) return;
    const { value } = json;
    const { from } = typed;
    if (from === undefined && isSame(value, draft.document)) return;
    const made =
      from === undefined ? value : mergeDocuments({ base: from, mine: value, theirs: draft.document }).document;
    draft.change("JSON", () => made);
    setTyped({ text: from === undefined ? text : JSON.stringify(made, null, 2), made });
  };
  // At once: a key between the text and the document made of it would be lost. Who saves or leaves in the middle of
  // typing saves, and finds again, what stands there.
  const takeNow = () =>
    flushSync(() => {
      setSettled(text);
      take(readJsonText(text));
    });
  usePause(text, settled, takeNow);
  const takeBeforeSave = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") takeNow();
  };
  const earlier = useKeptText({
    uid,
    draft,
    unfinished: typed === undefined ? undefined : unfinishedOf(settled, read),
    onFound: (found) => setTyped({ text: found, made: draft.document }),
  });
  const takeUp = ({ left, settle }: LeftText) => {
    settle(true);
    // What others saved since is met when this is saved; of changes of one's own, this is the latest.
    if (draft.isDirty) setTyped({ text: left.text, made: draft.document, from: left.document });
    else {
      draft.resume(left);
      setTyped({ text: left.text, made: left.document });
    }
  };
  const navigate = useNavigate();
  const showPanel = () => {
    const index = panelAround(text, field.current?.selectionStart ?? 0);
    const id = index === undefined ? undefined : numberOf(objectsOf(draft.document["panels"])[index]?.["id"]);
    void navigate(...editing(uid, id === undefined ? undefined : { kind: "choose", id }));
  };
  const type = (next: string) =>
    setTyped(typed?.made === draft.document ? { ...typed, text: next } : { text: next, made: draft.document });
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
      {earlier !== undefined && (
        <Alert kind="warn">
          <p>{texts.earlier(draftTime(earlier.left.changedAt))}</p>
          <Button onPress={() => takeUp(earlier)}>{texts.takeUp}</Button>{" "}
          <Button kind="quiet" onPress={() => earlier.settle(false)}>
            {texts.throwAway}
          </Button>
        </Alert>
      )}
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
        onBlur={takeNow}
        isReadOnly={earlier !== undefined}
      />
    </DraftPage>
  );
}

function unfinishedOf(text: string, read: JsonText): string | null {
  return read.kind === "json" && isObject(read.value) ? null : text;
}

/** Calls once the text has not changed for a while, or has been changing for long. */
function usePause(text: string, settled: string, onPause: () => void): void {
  const since = useRef<number>(undefined);
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    if (text === settled) {
      since.current = undefined;
      return;
    }
    since.current ??= performance.now();
    const left = since.current + MOST_MS - performance.now();
    const timer = window.setTimeout(pause, Math.max(0, Math.min(PAUSE_MS, left)));
    return () => window.clearTimeout(timer);
  }, [text, settled]);
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
