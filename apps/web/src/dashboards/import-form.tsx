import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { createDashboardFromText, isConflict } from "../api/dashboards.ts";
import { type DataSource, dataSourcesQuery } from "../api/data-sources.ts";
import { isResourceName, namePrefixOf } from "../api/resource-name.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { fillInputs, type ImportDocument } from "./import-document.ts";
import { ImportInputField, proposedInput } from "./import-input-field.tsx";
import { importMessages } from "./import-messages.ts";
import { useWantedFolder } from "./wanted-folder.ts";

interface ImportFormProps {
  readonly document: ImportDocument;
  readonly onBack: () => void;
}

/** What is left to decide about a document that was read: its name here, and the data sources it leaves open. */
export function ImportForm(props: ImportFormProps) {
  const sources = useQuery(dataSourcesQuery);
  if (sources.error !== null) return <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />;
  return sources.data === undefined ? null : <Decisions {...props} sources={sources.data} />;
}

interface DecisionsProps extends ImportFormProps {
  readonly sources: readonly DataSource[];
}

function Decisions({ document, sources, onBack }: DecisionsProps) {
  const texts = importMessages;
  const [name, setName] = useState(document.name);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(document.inputs.map((input) => [input.name, proposedInput(input, sources)])),
  );
  const folder = useWantedFolder();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const importing = useMutation({
    mutationFn: () => {
      const metadata = name === "" ? { generateName: namePrefixOf(document.title, "dashboard") } : { name };
      return createDashboardFromText({ ...metadata, ...folder.metadata }, fillInputs(document.specText, chosen));
    },
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      await navigate(`/d/${encodeURIComponent(metadata.name)}`, { replace: true });
    },
  });

  return (
    <Form
      className="v-card v-stack"
      isPending={importing.isPending}
      error={importing.error}
      onSubmit={() => {
        if (name === "" || isResourceName(name)) importing.mutate();
      }}
    >
      <div>
        <h2>{document.title}</h2>
        <p>{texts.panels(document.panelCount)}</p>
      </div>
      {document.missingLibraryPanels.length > 0 && (
        <Alert kind="warn">{texts.missingLibraryPanels(namesOf(document.missingLibraryPanels))}</Alert>
      )}
      {importing.error !== null && !isConflict(importing.error) && <Refusal error={importing.error} />}
      <TextField
        label={texts.name}
        value={name}
        onChange={(typed) => {
          setName(typed.trim());
          importing.reset();
        }}
        hint={texts.nameHint}
        error={nameError(name, importing.error)}
      />
      {document.inputs.map((input) => (
        <ImportInputField
          key={input.name}
          input={input}
          sources={sources}
          value={chosen.get(input.name) ?? ""}
          onChange={(value) => setChosen(new Map(chosen).set(input.name, value))}
        />
      ))}
      <div className="v-form-actions">
        <Button kind="quiet" onPress={onBack}>
          {texts.back}
        </Button>
        <Button type="submit" kind="primary" isPending={importing.isPending}>
          {texts.submit}
        </Button>
      </div>
    </Form>
  );
}

function namesOf(panels: ImportDocument["missingLibraryPanels"]): string {
  return [...new Set(panels.map(({ name, uid }) => `“${name || uid}”`))].join(", ");
}

interface RefusalProps {
  readonly error: Error;
}

function Refusal({ error }: RefusalProps) {
  const causes = error instanceof ApiError ? error.causes : [];
  if (causes.length === 0) return <FaultAlert error={error} />;
  return (
    <Alert kind="crit">
      {error.message}
      <ul>
        {causes.map(({ path, message }) => (
          <li key={path}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function nameError(name: string, error: Error | null): string | undefined {
  if (isConflict(error)) return importMessages.taken;
  return name === "" || isResourceName(name) ? undefined : importMessages.nameInvalid;
}
