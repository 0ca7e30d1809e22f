import { useMemo } from "react";
import type { Snapshot } from "../api/snapshots.ts";
import type { CurrentUser } from "../api/user.ts";
import { momentText } from "../control/moment-text.ts";
import { DashboardView } from "../dashboard/dashboard-view.tsx";
import { recordingOf } from "../dashboard/data/recording.ts";
import { NOBODY } from "../dashboard/view/take-snapshot.ts";
import { CurrentUserContext } from "../session/current-user.tsx";
import { snapshotTexts as texts } from "./messages.ts";
import "./share-dialog.css";

/** Its questions were asked for nobody in particular, and have to be the same again. */
const VIEWER: CurrentUser = { ...NOBODY, name: "", role: "None", isServerAdmin: false, actions: [], isReadOnly: true };

/** A dashboard with the data of then. */
export function SnapshotView({ snapshot: { meta, dashboard } }: { readonly snapshot: Snapshot }) {
  const recording = useMemo(() => recordingOf(dashboard), [dashboard]);
  return (
    <>
      <p className="v-snapshot-note">
        {texts.takenAt(momentText(meta.created, "minute"), meta.createdBy)}{" "}
        {meta.expires !== null && texts.until(momentText(meta.expires, "minute"))}
      </p>
      <CurrentUserContext value={VIEWER}>
        <DashboardView document={dashboard} uid="snapshot" recording={recording} />
      </CurrentUserContext>
    </>
  );
}
