import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { dashboardQuery, readOnlyReason } from "../api/dashboards.ts";
import { type DashboardVersion, restoreVersion, versionQuery, versionsQuery } from "../api/versions.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { folderTexts as texts } from "./folder-messages.ts";
import "./versions-page.css";

/** Every version of a dashboard, what is different between any two, and going back. */
export function VersionsPage() {
  const { uid = "" } = useParams();
  const list = useListAddress();
  const dashboard = useQuery(dashboardQuery(uid));
  const isEditor = dashboard.data !== undefined && readOnlyReason(dashboard.data) === undefined;
  const versions = useQuery(versionsQuery(uid));
  const [restored, setRestored] = useState<number>();
  const title = dashboard.data?.spec.title ?? uid;
  const chosen = Number(list.value("compare"));
  const newest = versions.data?.[0]?.version;
  const failed = [versions, dashboard].find(({ error }) => error !== null);
  const head = (
    <>
      <th scope="col">{texts.columns.version}</th>
      <th scope="col">{texts.columns.when}</th>
      <WideHead>{texts.columns.who}</WideHead>
      <WideHead>{texts.columns.why}</WideHead>
      <ActionsHead isWide />
    </>
  );
  const trail = [
    { label: messages.dashboards.title, to: "/dashboards" },
    { label: title, to: `/d/${encodeURIComponent(uid)}` },
  ];
  return (
    <Page title={texts.versions} trail={trail}>
      {failed?.error != null && (
        <PageFault
          error={failed.error}
          onRetry={() => void failed.refetch()}
          permission="dashboards:read"
          wanted={uid}
        />
      )}
      {versions.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {versions.data !== undefined && (
        <div className="v-versions">
          <Table hasSheets label={texts.versionsOf(title)} head={head}>
            {versions.data.map(({ version, created, createdBy, message }, index) => (
              <TableRow key={version} name={texts.version(version)}>
                <th scope="row">
                  {texts.version(version)}
                  <SecondLine>{message || createdBy}</SecondLine>
                </th>
                <td className="v-cell-quiet">
                  <Age at={created} />
                </td>
                <td className="v-cell-quiet v-cell-wide">{createdBy}</td>
                <td className="v-cell-wide">{message}</td>
                <td className="v-cell-action v-cell-wide">
                  {index === 0 ? (
                    <span className="v-version-newest v-cell-quiet">{texts.newest}</span>
                  ) : (
                    <span className="v-row-actions">
                      <Button kind="quiet" onPress={() => list.change({ compare: version, with: "" })}>
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
              </TableRow>
            ))}
          </Table>
        </div>
      )}
      {chosen > 0 && newest !== undefined && (
        <Differences
          uid={uid}
          versions={versions.data ?? []}
          compared={{ from: chosen, to: Number(list.value("with")) || newest }}
          onCompare={({ from, to }) => list.change({ compare: from, with: to === newest ? "" : to })}
        />
      )}
      {restored !== undefined && <Restore uid={uid} version={restored} onClose={() => setRestored(undefined)} />}
    </Page>
  );
}

interface DifferencesProps {
  readonly uid: string;
  readonly versions: readonly DashboardVersion[];
  readonly compared: Compared;
  readonly onCompare: (compared: Compared) => void;
}

/** Two versions by their numbers. */
interface Compared {
  readonly from: number;
  readonly to: number;
}

/** What is different between any two versions. */
function Differences({ uid, versions, compared, onCompare }: DifferencesProps) {
  const sides = useQueries({ queries: [versionQuery(uid, compared.from), versionQuery(uid, compared.to)] });
  const [before, after] = sides;
  const failed = sides.find(({ error }) => error !== null);
  const choices = versions.map(({ version }) => ({ id: String(version), label: texts.version(version) }));
  const isNewest = compared.to === versions[0]?.version;
  const label = isNewest ? texts.compare : texts.compareWith(compared.to);
  const pick = (side: keyof Compared) => (id: string) => onCompare({ ...compared, [side]: Number(id) });
  return (
    <Section title={`${texts.version(compared.from)}: ${label}`}>
      <div className="v-version-pair">
        <Select label={texts.columns.before} options={choices} value={String(compared.from)} onChange={pick("from")} />
        <Select label={texts.columns.after} options={choices} value={String(compared.to)} onChange={pick("to")} />
      </div>
      {failed?.error != null && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {before?.data !== undefined && after?.data !== undefined && (
        <DifferenceTable label={label} before={before.data} after={after.data} />
      )}
      {sides.some(({ isPending }) => isPending) && <SkeletonTable label={messages.loading} columns={3} />}
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
      list.change({ compare: "", with: "" });
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
