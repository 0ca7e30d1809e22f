import { type DataSource, dataSourcesQuery, deleteDataSource } from "../api/data-sources.ts";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { dataSourceMessages } from "./messages.ts";

interface DeleteDataSourceProps {
  readonly source: DataSource;
  readonly onClose: () => void;
}

export function DeleteDataSource({ source, onClose }: DeleteDataSourceProps) {
  return (
    <RemoveDialog
      title={dataSourceMessages.delete.title(source.name)}
      text={dataSourceMessages.delete.text}
      submit={dataSourceMessages.delete.submit}
      remove={() => deleteDataSource(source.uid)}
      changes={dataSourcesQuery.queryKey}
      onClose={onClose}
    />
  );
}
