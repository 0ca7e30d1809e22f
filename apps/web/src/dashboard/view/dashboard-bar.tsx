import { LinkBar } from "../toolbar/link-bar.tsx";
import { VariableBar } from "../toolbar/variable-bar.tsx";
import type { Address } from "./use-address.ts";
import type { Session } from "./use-session.ts";

interface DashboardBarProps {
  readonly session: Session;
  readonly address: Address;
}

/** What stands above the panels: variables, events and links. */
export function DashboardBar({ session, address }: DashboardBarProps) {
  return (
    <div className="v-dashboard-bar">
      <VariableBar
        session={session}
        hidesVariables={address.hides.variables}
        onChoose={address.setVariable}
        onAnnotation={address.setAnnotation}
      />
      {!address.hides.links && <LinkBar session={session} />}
    </div>
  );
}
