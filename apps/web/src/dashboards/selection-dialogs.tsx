import { useQueries, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import {
  type Dashboard,
  dashboardQuery,
  FOLDER_ANNOTATION,
  folderOf,
  inFolder,
  loadDashboard,
  saveDashboard,
} from "../api/dashboards.ts";
import { Button } from "../control/button.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { useFileUrl } from "../control/file-url.ts";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { folderTexts } from "./folder-messages.ts";
import { FolderSelect } from "./folder-select.tsx";
import { type SelectedDashboard, useWithEach } from "./use-with-each.ts";

interface SelectionDialogProps {
  readonly selected: readonly SelectedDashboard[];
  readonly onClose: () => void;
}

const texts = folderTexts.selection;

export function MoveSelected({ selected, onClose }: SelectionDialogProps) {
  const [folder, setFolder] = useState("");
  const moving = useChange(selected, { onClose, message: folderTexts.moved }, (dashboard) =>
    folderOf(dashboard) === folder ? undefined : inFolder(dashboard, folder),
  );
  return (
    <FormDialog
      title={texts.moveTitle(selected.length)}
      isOpen
      onClose={onClose}
      submit={folderTexts.move}
      onSubmit={() => moving.mutate()}
      isPending={moving.isPending}
      error={moving.error}
      errorText={moving.errorText}
    >
      <FolderSelect value={folder} onChange={setFolder} />
    </FormDialog>
  );
}

export function TagSelected({ selected, onClose }: SelectionDialogProps) {
  const [text, setText] = useState("");
  const added = text.split(",").flatMap((tag) => tag.trim() || []);
  const tagging = useChange(selected, { onClose, message: texts.tagged(added) }, ({ spec, ...dashboard }) => {
    const tags = new Set([...(spec.tags ?? []), ...added]);
    return tags.size === spec.tags?.length ? undefined : { ...dashboard, spec: { ...spec, tags: [...tags] } };
  });
  return (
    <FormDialog
      title={texts.tagTitle(selected.length)}
      isOpen
      onClose={onClose}
      submit={texts.tag}
      onSubmit={() => tagging.mutate()}
      isPending={tagging.isPending}
      error={tagging.error}
      errorText={tagging.errorText}
    >
      <TextField label={texts.tags} hint={texts.tagsHint} value={text} onChange={setText} isRequired autoFocus />
    </FormDialog>
  );
}

interface ChangeOptions {
  readonly onClose: () => void;
  /** Why, for the history. */
  readonly message: string;
}

/**
 * Saves each with a change, over the version of that moment. What is so already, as after a try that failed with others,
 * is not saved again.
 */
function useChange(
  selected: readonly SelectedDashboard[],
  { onClose, message }: ChangeOptions,
  change: (dashboard: Dashboard) => Dashboard | undefined,
) {
  const queryClient = useQueryClient();
  const save = async ({ uid }: SelectedDashboard) => {
    const changed = change(await loadDashboard(uid));
    if (changed !== undefined) await saveDashboard(changed, message);
  };
  return useWithEach(selected, save, {
    onDone: onClose,
    onTried: () => queryClient.invalidateQueries({ queryKey: ["dashboards"] }),
  });
}

/** A file of each, as this and other dashboard servers import them, and one of all of them. */
export function ExportSelected({ selected, onClose }: SelectionDialogProps) {
  const documents = useQueries({ queries: selected.map(({ uid }) => dashboardQuery(uid)) });
  const known = documents.flatMap(({ data }) => data ?? []);
  const failed = documents.filter(({ data, error }) => data === undefined && error !== null);
  const failure = failed[0]?.error;
  return (
    <Dialog title={texts.exportTitle(selected.length)} isOpen onClose={onClose}>
      <ul className="v-selection-files">
        {selected.map(({ uid, title }, at) => (
          <li key={uid}>
            <ExportedFile name={uid} title={title} content={documents[at]?.data?.spec} />
          </li>
        ))}
      </ul>
      {failure != null && (
        <FaultAlert
          error={failure}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
        />
      )}
      {selected.length > 1 && (
        <>
          <p className="v-hint">{texts.oneFileText}</p>
          <ExportedFile
            name="dashboards"
            title={texts.oneFile}
            content={known.length === selected.length ? listOf(known) : undefined}
          />
        </>
      )}
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </Dialog>
  );
}

/** What `kubectl apply -f` takes: each as the resource it is, in the folder it lies in. */
function listOf(dashboards: readonly Dashboard[]): object {
  const items = dashboards.map((dashboard) => {
    const folder = folderOf(dashboard);
    const annotations = folder === "" ? undefined : { [FOLDER_ANNOTATION]: folder };
    const metadata = { name: dashboard.metadata.name, annotations };
    return { apiVersion: "dashboard.vedette.app/v1", kind: "Dashboard", metadata, spec: dashboard.spec };
  });
  return { apiVersion: "v1", kind: "List", items };
}

interface ExportedFileProps {
  readonly name: string;
  readonly title: string;
  /** Absent until it is known. */
  readonly content: object | undefined;
}

function ExportedFile({ name, title, content }: ExportedFileProps) {
  const file = useFileUrl(content === undefined ? undefined : `${JSON.stringify(content, undefined, 2)}\n`);
  return (
    <a
      className="v-button"
      data-kind="default"
      href={file}
      download={`${name}.json`}
      // Without an address it is no link by itself, and looks as if it were one.
      {...(file === undefined && { role: "link", "aria-disabled": true, "data-disabled": true })}
    >
      <Download aria-hidden />
      {title}
    </a>
  );
}
