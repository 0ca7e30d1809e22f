import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { deleteFolder, type Folder, makeFolder, renameFolder } from "../api/folders.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { folderTexts } from "./folder-messages.ts";

interface MakeFolderProps {
  /** Empty for the root. */
  readonly parent: string;
  readonly onClose: () => void;
}

export function MakeFolder({ parent, onClose }: MakeFolderProps) {
  const [title, setTitle] = useState("");
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => makeFolder(title.trim(), parent),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["folders"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={folderTexts.make}
      isOpen
      onClose={onClose}
      submit={folderTexts.make}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      error={making.error}
    >
      <TextField label={folderTexts.name} value={title} onChange={setTitle} isRequired autoFocus autoComplete="off" />
    </FormDialog>
  );
}

interface FolderDialogProps {
  readonly folder: Folder;
  readonly onClose: () => void;
}

export function RenameFolder({ folder, onClose }: FolderDialogProps) {
  const [title, setTitle] = useState(folder.title);
  const queryClient = useQueryClient();
  const renaming = useMutation({
    mutationFn: () => renameFolder(folder, title.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["folders"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={folderTexts.renameTitle(folder.title)}
      isOpen
      onClose={onClose}
      submit={folderTexts.rename}
      onSubmit={() => renaming.mutate()}
      isPending={renaming.isPending}
      error={renaming.error}
    >
      <TextField label={folderTexts.name} value={title} onChange={setTitle} isRequired autoFocus autoComplete="off" />
    </FormDialog>
  );
}

export function DeleteFolder({ folder, onClose }: FolderDialogProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => deleteFolder(folder.uid),
    onSuccess: async () => {
      void navigate(folder.parentUid === "" ? "/dashboards" : `/dashboards/f/${encodeURIComponent(folder.parentUid)}`);
      await queryClient.invalidateQueries({ queryKey: ["folders", "in"] });
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
    },
  });
  return (
    <FormDialog
      title={folderTexts.deleteTitle(folder.title)}
      isOpen
      kind="danger"
      onClose={onClose}
      submit={folderTexts.delete}
      onSubmit={() => removing.mutate()}
      isPending={removing.isPending}
      error={removing.error}
    >
      <p>{folderTexts.deleteText}</p>
    </FormDialog>
  );
}
