import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type Finding, findingsQuery } from "../api/system.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";
import { SettingsPage } from "./settings-page.tsx";
import "./settings.css";

const KINDS = { error: "crit", warning: "warn", info: "info" } as const;

/** What `vedette doctor` finds in this installation. */
export function DoctorPage() {
  const { doctor, tabs } = texts;
  return (
    <SettingsPage
      title={tabs.doctor}
      lead={
        <>
          {doctor.lead} <code>vedette doctor</code>
        </>
      }
    >
      <Findings />
    </SettingsPage>
  );
}

function Findings() {
  const { data, error, isPending, refetch } = useQuery(findingsQuery);
  const { doctor, tabs } = texts;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonTable label={messages.loading} columns={2} />;
  return (
    <>
      {data.findings.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={doctor.none} text={doctor.noneText} />
      ) : (
        <div className="v-card">
          <RowList label={tabs.doctor}>
            {data.findings.map((finding) => (
              <FindingRow key={`${finding.id} ${finding.package}`} finding={finding} />
            ))}
          </RowList>
        </div>
      )}
      <p className="v-list-row-note">{doctor.checked(data.packageManager.name, data.lockfile)}</p>
    </>
  );
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { doctor } = texts;
  const name = finding.package === null ? finding.id : `${finding.package} ${finding.version ?? ""}`;
  return (
    <ListRow
      title={
        <span className="v-finding">
          <Status kind={KINDS[finding.severity]}>{doctor.severities[finding.severity]}</Status>
          {name}
        </span>
      }
      note={finding.message}
    >
      {finding.remedies.length > 0 && (
        <ul className="v-remedies" aria-label={doctor.remedies}>
          {finding.remedies.map((remedy) => (
            <li key={remedy}>{remedy}</li>
          ))}
        </ul>
      )}
    </ListRow>
  );
}
