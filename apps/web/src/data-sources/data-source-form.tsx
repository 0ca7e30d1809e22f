import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import {
  addDataSource,
  changeDataSource,
  type DataSource,
  type DataSourceDraft,
  dataSourcesQuery,
  isDataSourceOvertaken,
} from "../api/data-sources.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { dataSourceMessages } from "./messages.ts";

interface DataSourceFormProps {
  /** The one to change; none to add another. */
  readonly source?: DataSource;
  readonly onClose: () => void;
  /** Is told before it closes. @param uid - of the data source */
  readonly onSaved: (uid: string) => void;
}

/** Saves what was typed over the version that stood when the dialog opened; the rest stays as it is by then. */
export function DataSourceForm({ source, onClose, onSaved }: DataSourceFormProps) {
  const [seen, setSeen] = useState(source);
  const [typed, setTyped] = useState<Partial<DataSourceDraft>>({});
  const stored = seen ?? NEW;
  const { name, url, isDefault, jsonData } = { ...stored, ...typed };
  const timeInterval = jsonData?.timeInterval ?? "";
  const change = (part: Partial<DataSourceDraft>) => setTyped((before) => ({ ...before, ...part }));
  const queryClient = useQueryClient();
  const texts = dataSourceMessages;
  const saving = useMutation({
    mutationFn: (address: string) => {
      const named = { name: name.trim(), url: address.trim(), isDefault };
      const draft =
        typed.jsonData === undefined ? named : { ...named, jsonData: { timeInterval: timeInterval.trim() } };
      return seen === undefined ? addDataSource(draft) : changeDataSource(seen, draft);
    },
    // The newer version is loaded, so that a second press of Save is made on purpose and goes through.
    onError: async (error) => {
      if (!isDataSourceOvertaken(error)) return;
      const sources = await queryClient.fetchQuery({ ...dataSourcesQuery, staleTime: 0 });
      setSeen(sources.find(({ uid }) => uid === seen?.uid) ?? seen);
    },
    onSuccess: async ({ datasource }) => {
      await queryClient.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      onSaved(datasource.uid);
      onClose();
    },
  });
  const isRefused = isOfAddress(saving.error) && saving.variables === url;
  const isOvertaken = isDataSourceOvertaken(saving.error);
  const hintOf = (typedText: string, storedText: string) =>
    isOvertaken && typedText !== storedText ? texts.nowSaved(storedText) : undefined;
  return (
    <FormDialog
      title={source === undefined ? texts.addTitle : texts.editTitle(source.name)}
      isOpen
      onClose={onClose}
      submit={source === undefined ? texts.add : messages.save}
      onSubmit={() => saving.mutate(url)}
      isPending={saving.isPending}
      error={isOfAddress(saving.error) ? null : saving.error}
      errorText={isOvertaken ? texts.overtaken : undefined}
      partError={saving.error ?? undefined}
    >
      <TextField
        label={texts.columns.name}
        value={name}
        onChange={(value) => change({ name: value })}
        hint={hintOf(name, stored.name)}
        isRequired
        autoFocus
      />
      <TextField
        label={texts.columns.url}
        type="url"
        value={url}
        onChange={(value) => change({ url: value })}
        placeholder="http://prometheus:9090"
        hint={hintOf(url, stored.url) ?? texts.urlHint}
        error={isRefused ? texts.urlFault : undefined}
        isRequired
      />
      <TextField
        label={texts.timeInterval}
        value={timeInterval}
        onChange={(value) => change({ jsonData: { timeInterval: value } })}
        placeholder="15s"
        hint={texts.timeIntervalHint}
      />
      <Checkbox isSelected={isDefault} onChange={(isSelected) => change({ isDefault: isSelected })}>
        {texts.defaultText}
      </Checkbox>
    </FormDialog>
  );
}

const NEW: DataSourceDraft = { name: "Prometheus", url: "", isDefault: false };

/** What the server refuses it names by its place in the document. */
function isOfAddress(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "object_invalid" && error.message.startsWith("spec.url ");
}
