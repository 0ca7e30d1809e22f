import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, FolderInput, Star, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { deleteDashboard } from "../api/dashboards.ts";
import { oneByOne } from "../api/one-by-one.ts";
import { setStar, starsQuery } from "../api/stars.ts";
import { restoreDashboard } from "../api/trash.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { showToast } from "../control/toast-store.ts";
import { folderTexts } from "./folder-messages.ts";
import { ExportSelected, MoveSelected, type SelectedDashboard, TagSelected } from "./selection-dialogs.tsx";
import "../control/selection.css";
import { StickingBar } from "../control/sticking-bar.tsx";

interface SelectionBarProps {
  readonly selected: readonly SelectedDashboard[];
  readonly isEditor: boolean;
  readonly onClear: () => void;
}

const texts = folderTexts.selection;

/** What can be done with all selected dashboards at once. */
export function SelectionBar({ selected, isEditor, onClear }: SelectionBarProps) {
  const [opened, setOpened] = useState<"move" | "tag" | "export">();
  const deleting = useDelete(selected, onClear);
  const starring = useStar(selected);
  const failure = deleting.error ?? starring.error;
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
      {failure !== null && <FaultAlert error={failure} />}
      {opened === "move" && <MoveSelected {...dialog} />}
      {opened === "tag" && <TagSelected {...dialog} />}
      {opened === "export" && <ExportSelected {...dialog} />}
    </StickingBar>
  );
}

/** Deletes without asking, since it can be taken back: at once here, later from the trash. */
function useDelete(selected: readonly SelectedDashboard[], onDeleted: () => void) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: ["dashboards"] });
  /** Tried again, it asks only for what is not back yet. */
  const bringBack = (dashboards: readonly SelectedDashboard[]) => {
    const left = new Set(dashboards);
    return async () => {
      try {
        await oneByOne([...left], async (dashboard) => {
          await restoreDashboard(dashboard);
          left.delete(dashboard);
        });
      } finally {
        await reload();
      }
    };
  };
  return useMutation({
    mutationFn: async () => {
      const deleted: SelectedDashboard[] = [];
      try {
        await oneByOne(selected, async (dashboard) => {
          await deleteDashboard(dashboard.uid);
          deleted.push(dashboard);
        });
      } finally {
        if (deleted.length > 0) {
          showToast({
            text: texts.deleted(deleted.map(({ title }) => title)),
            action: { label: texts.undo, run: bringBack(deleted), otherwise: texts.inTrash },
          });
        }
      }
    },
    onSuccess: onDeleted,
    onSettled: reload,
  });
}

function useStar(selected: readonly SelectedDashboard[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const starred = await queryClient.fetchQuery({ ...starsQuery, staleTime: 0 });
      await oneByOne(
        selected.filter(({ uid }) => !starred.includes(uid)),
        ({ uid }) => setStar(uid, true),
      );
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: starsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
    },
  });
}
