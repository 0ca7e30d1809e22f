import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict, loadDashboard, readOnlyReason, saveDashboard } from "../api/dashboards.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { UnchangeableDashboard } from "./unchangeable-dashboard.tsx";

interface RenameDashboardProps {
  readonly uid: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Saves another title over the version that stood when the dialog opened. */
export function RenameDashboard({ uid, title, onClose }: RenameDashboardProps) {
  const [typed, setTyped] = useState(title);
  const queryClient = useQueryClient();
  // Under a name of its own, which no change of others reaches: that one came is said when it matters.
  const seen = { queryKey: ["renaming", uid], staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const current = useQuery({ ...seen, queryFn: ({ signal }) => loadDashboard(uid, signal) });
  const texts = messages.dashboards.rename;

  const renaming = useMutation({
    mutationFn: async () => {
      const { metadata, spec } = current.data ?? (await loadDashboard(uid));
      return saveDashboard({ metadata, spec: { ...spec, title: typed.trim() } }, texts.message);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      onClose();
    },
    // The newer version is loaded, so that a second press of Rename is made on purpose and goes through.
    onError: (error) => isConflict(error) && current.refetch(),
  });

  const reason = current.data === undefined ? undefined : readOnlyReason(current.data);
  if (reason !== undefined) return <UnchangeableDashboard {...{ title, reason, onClose }} />;

  return (
    <FormDialog
      title={texts.title(title)}
      isOpen
      onClose={onClose}
      submit={texts.submit}
      onSubmit={() => renaming.mutate()}
      isPending={renaming.isPending}
      error={isConflict(renaming.error) ? new Error(texts.conflict) : (renaming.error ?? current.error)}
    >
      <TextField label={messages.dashboards.columns.title} value={typed} onChange={setTyped} isRequired autoFocus />
    </FormDialog>
  );
}
