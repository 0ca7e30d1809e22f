import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type DataSource, dataSourcesQuery } from "../api/data-sources.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { DataSourceForm } from "./data-source-form.tsx";
import { DeleteDataSource } from "./delete-data-source.tsx";
import { dataSourceMessages } from "./messages.ts";
import { TestDataSource } from "./test-data-source.tsx";
import "../control/tag.css";

export function DataSourcesPage() {
  const user = useCurrentUser();
  return may(user, "datasources:read") ? (
    <DataSources />
  ) : (
    <NoAccess title={dataSourceMessages.title} neededRole="Admin" permission="datasources:read" />
  );
}

type Act =
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly source: DataSource }
  | { readonly kind: "delete"; readonly source: DataSource };

function DataSources() {
  const sources = useQuery(dataSourcesQuery);
  const [act, setAct] = useState<Act>();
  // A new object for each time: one that is saved twice is tested twice.
  const [saved, setSaved] = useState<Saved>();
  const close = () => setAct(undefined);
  const { isReadOnly } = useCurrentUser();
  const texts = dataSourceMessages;
  return (
    <Page
      title={texts.title}
      trail={[{ label: messages.frame.settings, to: "/settings" }]}
      actions={
        !isReadOnly && (
          <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setAct({ kind: "add" })}>
            {texts.add}
          </Button>
        )
      }
    >
      <SettingsTabs />
      {sources.error !== null && <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />}
      {sources.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {sources.data !== undefined && <SourceTable sources={sources.data} saved={saved} onAct={setAct} />}
      {act?.kind === "add" && <DataSourceForm onClose={close} onSaved={(uid) => setSaved({ uid })} />}
      {act?.kind === "edit" && (
        <DataSourceForm source={act.source} onClose={close} onSaved={(uid) => setSaved({ uid })} />
      )}
      {act?.kind === "delete" && <DeleteDataSource source={act.source} onClose={close} />}
    </Page>
  );
}

/** The data source that was saved last on this page. */
interface Saved {
  readonly uid: string;
}

interface SourceTableProps {
  readonly sources: readonly DataSource[];
  readonly saved: Saved | undefined;
  readonly onAct: (act: Act) => void;
}

function SourceTable({ sources, saved, onAct }: SourceTableProps) {
  const { isReadOnly } = useCurrentUser();
  const { columns, builtIn, isDefault, row, title } = dataSourceMessages;
  const head = (
    <>
      <th scope="col">{columns.name}</th>
      <WideHead>{columns.url}</WideHead>
      <th scope="col">{columns.test}</th>
      <ActionsHead />
    </>
  );
  return (
    <Table hasSheets label={title} head={head}>
      {sources.map((source) => (
        <TableRow key={source.uid} name={source.name}>
          <th scope="row">
            <span className="v-source-name">
              {source.name}
              {source.isDefault && <span className="v-tag">{isDefault}</span>}
            </span>
            <SecondLine>{source.readOnly ? builtIn : source.url}</SecondLine>
          </th>
          <td className="v-cell-wide">{source.readOnly ? builtIn : source.url}</td>
          <td>
            <TestDataSource source={source} saved={saved?.uid === source.uid ? saved : undefined} />
          </td>
          <td className="v-cell-action">
            {!source.readOnly && !isReadOnly && (
              <RowMenu
                label={messages.list.actionsFor(source.name)}
                actions={[
                  { label: row.edit, icon: Pencil, onAction: () => onAct({ kind: "edit", source }) },
                  {
                    label: row.delete,
                    icon: Trash2,
                    kind: "danger",
                    onAction: () => onAct({ kind: "delete", source }),
                  },
                ]}
              />
            )}
          </td>
        </TableRow>
      ))}
    </Table>
  );
}
