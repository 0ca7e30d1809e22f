import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DataSource, dataSourcesQuery, deleteDataSource } from "../api/data-sources.ts";
import { FormDialog } from "../control/dialog.tsx";
import { dataSourceMessages } from "./messages.ts";

interface DeleteDataSourceProps {
  readonly source: DataSource;
  readonly onClose: () => void;
}

export function DeleteDataSource({ source, onClose }: DeleteDataSourceProps) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteDataSource(source.uid),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={dataSourceMessages.delete.title(source.name)}
      isOpen
      onClose={onClose}
      submit={dataSourceMessages.delete.submit}
      onSubmit={() => deleting.mutate()}
      isPending={deleting.isPending}
      error={deleting.error}
      kind="danger"
    >
      <p>{dataSourceMessages.delete.text}</p>
    </FormDialog>
  );
}
