import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { addDataSource, changeDataSource, type DataSource, dataSourcesQuery } from "../api/data-sources.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { dataSourceMessages } from "./messages.ts";

interface DataSourceFormProps {
  /** The one to change; none to add another. */
  readonly source?: DataSource;
  readonly onClose: () => void;
}

export function DataSourceForm({ source, onClose }: DataSourceFormProps) {
  const [name, setName] = useState(source?.name ?? "Prometheus");
  const [url, setUrl] = useState(source?.url ?? "");
  const [isDefault, setDefault] = useState(source?.isDefault ?? false);
  const queryClient = useQueryClient();
  const texts = dataSourceMessages;
  const saving = useMutation({
    mutationFn: (address: string) => {
      const draft = { name: name.trim(), url: address.trim(), isDefault };
      return source === undefined ? addDataSource(draft) : changeDataSource(source.uid, draft);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      onClose();
    },
  });
  const isRefused = isOfAddress(saving.error) && saving.variables === url;
  return (
    <FormDialog
      title={source === undefined ? texts.addTitle : texts.editTitle(source.name)}
      isOpen
      onClose={onClose}
      submit={source === undefined ? texts.add : messages.save}
      onSubmit={() => saving.mutate(url)}
      isPending={saving.isPending}
      error={isOfAddress(saving.error) ? null : saving.error}
      partError={saving.error ?? undefined}
    >
      <TextField label={texts.columns.name} value={name} onChange={setName} isRequired autoFocus />
      <TextField
        label={texts.columns.url}
        type="url"
        value={url}
        onChange={setUrl}
        placeholder="http://prometheus:9090"
        hint={texts.urlHint}
        error={isRefused ? texts.urlFault : undefined}
        isRequired
      />
      <Checkbox isSelected={isDefault} onChange={setDefault}>
        {texts.defaultText}
      </Checkbox>
    </FormDialog>
  );
}

/** What the server refuses it names by its place in the document. */
function isOfAddress(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "object_invalid" && error.message.startsWith("spec.url ");
}
