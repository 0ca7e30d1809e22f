import { useQueryClient } from "@tanstack/react-query";
import { Download, FolderInput, Star, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { ApiError, isUnknown } from "../api/api-error.ts";
import { deleteDashboard } from "../api/dashboards.ts";
import { oneByOne } from "../api/one-by-one.ts";
import { setStar, starsQuery } from "../api/stars.ts";
import { restoreDashboard } from "../api/trash.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { StickingBar } from "../control/sticking-bar.tsx";
import { showToast } from "../control/toast-store.ts";
import { folderTexts } from "./folder-messages.ts";
import { ExportSelected, MoveSelected, TagSelected } from "./selection-dialogs.tsx";
import { type SelectedDashboard, useWithEach } from "./use-with-each.ts";
import "../control/selection.css";

interface SelectionBarProps {
  readonly selected: readonly SelectedDashboard[];
  readonly isEditor: boolean;
  readonly onClear: () => void;
  /** These are not there any more. */
  readonly onGone: (uids: readonly string[]) => void;
}

const texts = folderTexts.selection;

/** What can be done with all selected dashboards at once. */
export function SelectionBar({ selected, isEditor, onClear, onGone }: SelectionBarProps) {
  const [opened, setOpened] = useState<"move" | "tag" | "export">();
  const deleting = useDelete(selected, onGone);
  const starring = useStar(selected);
  const last = starring.submittedAt > deleting.submittedAt ? starring : deleting;
  const dialog = { selected, onClose: () => setOpened(undefined) };
  return (
    <StickingBar className="v-selection" label={texts.label}>
      <strong role="status">{texts.count(selected.length)}</strong>
      <Button icon={<Star aria-hidden />} isPending={starring.isPending} onPress={() => starring.mutate()}>
        {texts.star}
      </Button>
      <Button icon={<Download aria-hidden />} onPress={() => setOpened("export")}>
        {texts.export}
      </Button>
      {isEditor && (
        <>
          <Button icon={<FolderInput aria-hidden />} onPress={() => setOpened("move")}>
            {texts.move}
          </Button>
          <Button icon={<Tag aria-hidden />} onPress={() => setOpened("tag")}>
            {texts.tag}
          </Button>
          <Button
            kind="danger"
            icon={<Trash2 aria-hidden />}
            isPending={deleting.isPending}
            onPress={() => deleting.mutate()}
          >
            {texts.delete}
          </Button>
        </>
      )}
      <IconButton label={texts.clear} icon={<X aria-hidden />} onPress={onClear} />
      {last.error !== null && <FaultAlert error={last.error} text={last.errorText} />}
      {opened === "move" && <MoveSelected {...dialog} />}
      {opened === "tag" && <TagSelected {...dialog} />}
      {opened === "export" && <ExportSelected {...dialog} />}
    </StickingBar>
  );
}

/** Deletes without asking, since it can be taken back: at once here, later from the trash. */
function useDelete(selected: readonly SelectedDashboard[], onGone: SelectionBarProps["onGone"]) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: ["dashboards"] });
  /** Tried again, it asks only for what is not back yet. */
  const bringBack = (dashboards: readonly SelectedDashboard[]) => {
    let left = dashboards;
    return async () => {
      const failures = await oneByOne(left, restoreDashboard);
      left = failures.map(({ thing }) => thing);
      await reload();
      if (failures[0] !== undefined) throw failures[0].error;
    };
  };
  const remove = async ({ uid }: SelectedDashboard) => {
    // Somebody else may have been faster.
    await deleteDashboard(uid).catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
    });
  };
  return useWithEach(selected, remove, {
    onTried: async (deleted) => {
      if (deleted.length > 0) {
        showToast({
          text: texts.deleted(deleted.map(({ title }) => title)),
          action: { label: texts.undo, run: bringBack(deleted), otherwise: texts.inTrash },
        });
        onGone(deleted.map(({ uid }) => uid));
      }
      await reload();
    },
  });
}

function useStar(selected: readonly SelectedDashboard[]) {
  const queryClient = useQueryClient();
  const star = async ({ uid }: SelectedDashboard) => {
    await setStar(uid, true).catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.status === 400)) throw error;
      // Perhaps it has one already.
      const starred = await queryClient.fetchQuery({ ...starsQuery, staleTime: 0 });
      if (!starred.includes(uid)) throw error;
    });
  };
  return useWithEach(selected, star, {
    onTried: async () => {
      await queryClient.invalidateQueries({ queryKey: starsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
    },
  });
}
