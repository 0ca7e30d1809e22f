import { lazy, Suspense, useState } from "react";
import type { Dashboard } from "../../api/dashboards.ts";
import { DashboardLook } from "./dashboard-look.tsx";
import { useAddress } from "./use-address.ts";
import { useSession } from "./use-session.ts";
import "./dashboard.css";

// Few edit what they look at.
const EditScreen = lazy(async () => ({ default: (await import("../../editing/edit-screen.tsx")).EditScreen }));

interface DashboardScreenProps {
  readonly uid: string;
  readonly stored: Dashboard;
  readonly isEdited: boolean;
}

/** A loaded dashboard, to look at or with handles to change it: what was asked and answered stays from one to the other. */
export function DashboardScreen({ uid, stored, isEdited }: DashboardScreenProps) {
  const address = useAddress();
  const [drafted, setDrafted] = useState<unknown>();
  const session = useSession(drafted ?? stored.spec, address.wishes);
  const look = <DashboardLook uid={uid} stored={stored} session={session} address={address} />;
  if (!isEdited) return look;
  return (
    <Suspense fallback={look}>
      <EditScreen uid={uid} session={session} address={address} meanwhile={look} onDocument={setDrafted} />
    </Suspense>
  );
}
