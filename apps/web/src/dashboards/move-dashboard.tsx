import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  dashboardQuery,
  folderOf,
  inFolder,
  isConflict,
  loadDashboard,
  readOnlyReason,
  saveDashboard,
} from "../api/dashboards.ts";
import { FormDialog } from "../control/dialog.tsx";
import { messages } from "../messages/en.ts";
import { folderTexts as texts } from "./folder-messages.ts";
import { FolderSelect } from "./folder-select.tsx";
import { UnchangeableDashboard } from "./unchangeable-dashboard.tsx";

interface MoveDashboardProps {
  readonly uid: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Puts a dashboard into another folder, or into none. */
export function MoveDashboard({ uid, title, onClose }: MoveDashboardProps) {
  const queryClient = useQueryClient();
  const current = useQuery({ ...dashboardQuery(uid), staleTime: 0, refetchOnWindowFocus: false });
  const [chosen, setChosen] = useState<string>();
  const folder = chosen ?? (current.data === undefined ? "" : folderOf(current.data));

  const moving = useMutation({
    mutationFn: async () => saveDashboard(inFolder(await loadDashboard(uid), folder), texts.moved),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      onClose();
    },
  });

  const reason = current.data === undefined ? undefined : readOnlyReason(current.data);
  if (reason !== undefined) return <UnchangeableDashboard {...{ title, reason, onClose }} />;

  return (
    <FormDialog
      title={texts.moveTitle(title)}
      isOpen
      onClose={onClose}
      submit={texts.move}
      onSubmit={() => moving.mutate()}
      isPending={moving.isPending || current.isPending}
      error={
        isConflict(moving.error) ? new Error(messages.dashboards.rename.conflict) : (moving.error ?? current.error)
      }
    >
      <FolderSelect value={folder} onChange={setChosen} />
    </FormDialog>
  );
}
