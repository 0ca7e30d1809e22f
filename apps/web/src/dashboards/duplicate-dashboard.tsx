import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { createDashboard, FOLDER_ANNOTATION, folderOf, loadDashboard } from "../api/dashboards.ts";
import { namePrefixOf } from "../api/resource-name.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";

interface DuplicateDashboardProps {
  readonly uid: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function DuplicateDashboard({ uid, title, onClose }: DuplicateDashboardProps) {
  const texts = messages.dashboards.duplicate;
  const [typed, setTyped] = useState(texts.proposal(title));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const duplicating = useMutation({
    mutationFn: async () => {
      const original = await loadDashboard(uid);
      // Beside the original, for those who may put something there.
      const folder = original.access?.canSave === true ? folderOf(original) : "";
      const annotations = folder === "" ? {} : { annotations: { [FOLDER_ANNOTATION]: folder } };
      const metadata = { generateName: namePrefixOf(typed, "dashboard"), ...annotations };
      return createDashboard(metadata, { ...original.spec, title: typed.trim() });
    },
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      onClose();
      await navigate(`/d/${encodeURIComponent(metadata.name)}`);
    },
  });
  return (
    <FormDialog
      title={texts.title(title)}
      isOpen
      onClose={onClose}
      submit={texts.submit}
      onSubmit={() => duplicating.mutate()}
      isPending={duplicating.isPending}
      error={duplicating.error}
    >
      <TextField label={texts.label} value={typed} onChange={setTyped} isProposal isRequired autoFocus />
    </FormDialog>
  );
}
