import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  type Dashboard,
  type DashboardSpec,
  dashboardQuery,
  folderOf,
  inFolder,
  isConflict,
  loadDashboard,
  saveDashboard,
} from "../api/dashboards.ts";
import { Alert } from "../control/alert.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import type { JsonObject } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import { DifferenceTable } from "../dashboards/difference-table.tsx";
import { FolderSelect } from "../dashboards/folder-select.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { type Change, describeChanges } from "./describe-changes.ts";
import { mergeDocuments } from "./merge-documents.ts";
import { editingMessages } from "./messages.ts";
import type { Draft } from "./use-draft.ts";

interface SaveDashboardProps {
  readonly uid: string;
  readonly draft: Draft;
  readonly onClose: () => void;
  /** @param version - what the saved dashboard is now */
  readonly onSaved: (version: string) => void;
}

type Side = "mine" | "theirs";

/** What changed in words, and why; when somebody saved in between, both changes are put together first. */
export function SaveDashboard({ uid, draft, onClose, onSaved }: SaveDashboardProps) {
  const texts = editingMessages.saving;
  const queryClient = useQueryClient();
  const [message, setMessage] = useState("");
  const [theirs, setTheirs] = useState<Dashboard>();
  const [chosenFolder, setFolder] = useState<string>();
  const stored = useQuery(dashboardQuery(uid)).data;
  const folder = chosenFolder ?? (stored === undefined ? "" : folderOf(stored));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(() => new Map());
  const merged =
    theirs === undefined
      ? { document: draft.document, conflicts: [] }
      : mergeDocuments({ base: draft.base, mine: draft.document, theirs: migrateToShow(theirs.spec) }, chosen);

  const saving = useMutation({
    mutationFn: async () => {
      // What is not said in a save is gone, as the folder would be: it goes on from what is stored.
      const { metadata } = await loadDashboard(uid);
      const resourceVersion = theirs?.metadata.resourceVersion ?? draft.resourceVersion;
      const spec = merged.document as DashboardSpec; // has the title it came with
      const next = { metadata: { ...metadata, resourceVersion }, spec };
      try {
        return await saveDashboard(chosenFolder === undefined ? next : inFolder(next, chosenFolder), message);
      } catch (error) {
        // Here, so that it is told when what was saved in between does not come.
        if (isConflict(error)) setTheirs(await loadDashboard(uid));
        throw error;
      }
    },
    onSuccess: async (saved) => {
      queryClient.setQueryData(dashboardQuery(uid).queryKey, (before) => ({ ...before, ...saved }));
      draft.rebase(saved, migrateToShow(saved.spec));
      await queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
      onSaved(saved.metadata.resourceVersion);
    },
  });
  const before = theirs === undefined ? draft.base : migrateToShow(theirs.spec);
  const changes = describeChanges(before, merged.document);
  const refusal = isConflict(saving.error) ? null : saving.error;
  const isLocked = isReadOnly(before) && isReadOnly(merged.document);

  return (
    <FormDialog
      title={texts.title}
      isOpen
      onClose={onClose}
      submit={editingMessages.save}
      onSubmit={() => saving.mutate()}
      isDisabled={isLocked}
      isPending={saving.isPending}
      error={refusal}
    >
      {isLocked && <Alert kind="warn">{texts.readOnly}</Alert>}
      {theirs !== undefined && <Overtaken key={theirs.metadata.resourceVersion} />}
      {merged.conflicts.length > 0 && (
        <ConflictList
          conflicts={merged.conflicts}
          document={merged.document}
          chosen={chosen}
          onChoose={(key, side) => setChosen((now) => new Map([...now, [key, side]]))}
        />
      )}
      <TextField label={texts.message} value={message} onChange={setMessage} autoFocus />
      <FolderSelect value={folder} onChange={setFolder} />
      <div>
        <h3 className="v-label">{texts.changes}</h3>
        {changes.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ul className="v-edit-changes">
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two panels may be called the same
              <li key={at}>
                <ChangeLine change={change} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {changes.length > 0 && (
        <details className="v-edit-difference">
          <summary>{texts.json}</summary>
          <DifferenceTable label={texts.json} before={before} after={merged.document} />
        </details>
      )}
    </FormDialog>
  );
}

/** Its pages offer no editing, but their URLs lead there. */
function isReadOnly({ editable }: JsonObject): boolean {
  return editable === false;
}

/** Takes the focus from the button that saves: whoever presses Enter once more saves nothing over what they have not read. */
function Overtaken() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1}>
      <Alert kind="warn">{editingMessages.saving.conflict}</Alert>
    </div>
  );
}

function ChangeLine({ change: { what, details } }: { readonly change: Change }) {
  if (details.length < 2) return details.length === 0 ? what : `${what}: ${details[0]}`;
  return (
    <>
      {what}
      <ul className="v-edit-changes">
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </>
  );
}
