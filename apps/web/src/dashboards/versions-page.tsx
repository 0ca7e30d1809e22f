import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { dashboardQuery, readOnlyReason } from "../api/dashboards.ts";
import { restoreVersion, versionQuery, versionsQuery } from "../api/versions.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Section } from "../control/section.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { folderTexts as texts } from "./folder-messages.ts";
import { jsonDifferences } from "./json-differences.ts";
import "./versions-page.css";

/** The most differences that are shown; whoever changed more reads the documents. */
const SHOWN = 200;

/** Every version of a dashboard, what is different now, and going back. */
export function VersionsPage() {
  const { uid = "" } = useParams();
  const list = useListAddress();
  const dashboard = useQuery(dashboardQuery(uid));
  const isEditor = dashboard.data !== undefined && readOnlyReason(dashboard.data) === undefined;
  const versions = useQuery(versionsQuery(uid));
  const [restored, setRestored] = useState<number>();
  const title = dashboard.data?.spec.title ?? uid;
  const chosen = Number(list.value("compare"));
  const error = versions.error ?? dashboard.error;
  const head = (
    <>
      <th scope="col">{texts.columns.version}</th>
      <th scope="col">{texts.columns.when}</th>
      <WideHead>{texts.columns.who}</WideHead>
      <WideHead>{texts.columns.why}</WideHead>
      <ActionsHead />
    </>
  );
  const trail = [
    { label: messages.dashboards.title, to: "/dashboards" },
    { label: title, to: `/d/${encodeURIComponent(uid)}` },
  ];
  return (
    <Page title={texts.versions} trail={trail}>
      {error !== null && <ErrorState error={error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {versions.data !== undefined && (
        <div className="v-versions">
          <Table label={texts.versionsOf(title)} head={head}>
            {versions.data.map(({ version, created, createdBy, message }, index) => (
              <tr key={version}>
                <th scope="row">{texts.version(version)}</th>
                <td className="v-cell-quiet">
                  <Age at={created} />
                </td>
                <td className="v-cell-quiet v-cell-wide">{createdBy}</td>
                <td className="v-cell-wide">{message}</td>
                <td className="v-cell-action">
                  {index === 0 ? (
                    <span className="v-version-newest v-cell-quiet">{texts.newest}</span>
                  ) : (
                    <span className="v-row-actions">
                      <Button kind="quiet" onPress={() => list.change({ compare: version })}>
                        {texts.compare}
                      </Button>
                      {isEditor && (
                        <Button aria-label={texts.restoreVersion(version)} onPress={() => setRestored(version)}>
                          {texts.restore}
                        </Button>
                      )}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {chosen > 0 && dashboard.data !== undefined && (
        <Differences uid={uid} version={chosen} newest={dashboard.data.spec} />
      )}
      {restored !== undefined && <Restore uid={uid} version={restored} onClose={() => setRestored(undefined)} />}
    </Page>
  );
}

interface DifferencesProps {
  readonly uid: string;
  readonly version: number;
  readonly newest: unknown;
}

function Differences({ uid, version, newest }: DifferencesProps) {
  const old = useQuery(versionQuery(uid, version));
  if (old.error !== null) return <ErrorState error={old.error} onRetry={() => void old.refetch()} />;
  if (old.data === undefined) return <SkeletonTable label={messages.loading} columns={3} />;
  const differences = jsonDifferences(old.data, newest);
  const { path, before, after } = texts.columns;
  const head = (
    <>
      <th scope="col">{path}</th>
      <th scope="col">{before}</th>
      <th scope="col">{after}</th>
    </>
  );
  return (
    <Section
      title={`${texts.version(version)}: ${texts.compare}`}
      lead={differences.length === 0 ? texts.same : undefined}
    >
      {differences.length > 0 && (
        <Table label={texts.compare} head={head}>
          {differences.slice(0, SHOWN).map((difference) => (
            <tr key={difference.path}>
              <th scope="row">
                <code>{difference.path}</code>
              </th>
              <td>{difference.before !== undefined && <del className="v-difference">{difference.before}</del>}</td>
              <td>{difference.after !== undefined && <ins className="v-difference">{difference.after}</ins>}</td>
            </tr>
          ))}
        </Table>
      )}
      {differences.length > SHOWN && <p>{texts.more(differences.length - SHOWN)}</p>}
    </Section>
  );
}

interface RestoreProps {
  readonly uid: string;
  readonly version: number;
  readonly onClose: () => void;
}

function Restore({ uid, version, onClose }: RestoreProps) {
  const queryClient = useQueryClient();
  const list = useListAddress();
  const restoring = useMutation({
    mutationFn: () => restoreVersion(uid, version),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      list.change({ compare: "" });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.restoreVersion(version)}
      isOpen
      onClose={onClose}
      submit={texts.restore}
      onSubmit={() => restoring.mutate()}
      isPending={restoring.isPending}
      error={restoring.error}
    >
      <p>{texts.restoreVersionText}</p>
    </FormDialog>
  );
}
