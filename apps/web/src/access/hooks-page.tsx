import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { HookCalls } from "./hook-calls.tsx";
import { HookGrants } from "./hook-grants.tsx";
import { HookSecrets } from "./hook-secrets.tsx";
import { HookTrials } from "./hook-trials.tsx";
import { Settings } from "./settings-page.tsx";

/** Where the hooks are, what signs their calls, a try of each, and how their last calls went. */
export function HooksPage() {
  return (
    <AccessPage page="hooks">
      <Settings groupsOf={(fields) => groupsOf("hooks", fields)} />
      <HookSecrets />
      <HookGrants />
      <HookTrials />
      <HookCalls />
    </AccessPage>
  );
}
