import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { createDashboard } from "../api/dashboards.ts";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { listOf } from "../dashboard/model/json.ts";
import { RefreshPicker } from "../dashboard/toolbar/refresh-picker.tsx";
import { TimePicker } from "../dashboard/toolbar/time-picker.tsx";
import { Toolbar, useIsNarrow } from "../dashboard/toolbar/toolbar.tsx";
import { DashboardGrid } from "../dashboard/view/dashboard-grid.tsx";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import { useAddress } from "../dashboard/view/use-address.ts";
import { useDashboardKeys } from "../dashboard/view/use-dashboard-keys.ts";
import { useSession } from "../dashboard/view/use-session.ts";
import { Page } from "../frame/page.tsx";
import { exploreDocument } from "./explore-document.ts";
import { ExploreQueries } from "./explore-queries.tsx";
import { exploreMessages as texts } from "./messages.ts";
import { useExplored } from "./use-explored.ts";
import "../dashboard/view/dashboard.css";
import "./explore-page.css";

/** Every Prometheus and the built-in store have it. */
const FIRST_METRIC = "up";

/** `/explore?expr=…&source=…&show=…`: metrics asked for without a dashboard, side by side with others if one likes. What is run stands in the address. */
export function ExplorePage() {
  const { sides, change, split, close } = useExplored();
  const address = useAddress();
  const document = useMemo(() => exploreDocument(sides), [sides]);
  const isSplit = sides.length > 1;
  const isAsked = sides.some(({ expressions }) => expressions.length > 0);
  const session = useSession(document, address.wishes);
  useDashboardKeys(undefined, session, address);
  const saving = useSaving();
  const isNarrow = useIsNarrow();
  const tools = (
    <Toolbar place={isNarrow ? "below" : "bar"} label={texts.title}>
      <TimePicker session={session} onRange={address.setRange} onTimeZone={address.setTimeZone} />
      <RefreshPicker session={session} onRefresh={address.setRefresh} />
    </Toolbar>
  );
  return (
    <Page title={texts.title} width="full" actions={isNarrow ? undefined : tools}>
      <div className="v-explore">
        {isNarrow && tools}
        <div className="v-explore-sides">
          {sides.map((asked, at) => (
            <ExploreQueries
              // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
              key={at}
              asked={asked}
              label={isSplit ? texts.side(at + 1) : undefined}
              onChange={(changed) => change(at, changed)}
              onSplit={isSplit ? undefined : split}
              onClose={isSplit ? () => close(at) : undefined}
            />
          ))}
        </div>
        {saving.error !== null && <FaultAlert error={saving.error} />}
        {!isAsked ? (
          <EmptyState icon={LayoutDashboard} title={texts.begin} text={texts.beginText} learn="dashboards#exploring">
            <Button kind="primary" onPress={() => change(0, { expressions: [FIRST_METRIC] })}>
              {texts.beginWith(FIRST_METRIC)}
            </Button>
          </EmptyState>
        ) : (
          <DashboardProvider
            session={session}
            uid="explore"
            isExploring
            viewedPanel={address.viewedPanel}
            onRange={address.setRange}
            onViewPanel={address.viewPanel}
          >
            {session.sources !== undefined && <DashboardGrid fit="scroll" />}
          </DashboardProvider>
        )}
        {isAsked && (
          <div className="v-explore-acts">
            <Button isPending={saving.isPending} onPress={() => saving.mutate({ ...document, time: session.range })}>
              {texts.save}
            </Button>
            {sides.map((asked, at) => (
              <CopyPanel
                // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
                key={at}
                label={isSplit ? texts.sideOf(texts.copy, at + 1) : texts.copy}
                panel={listOf(exploreDocument([asked])["panels"])[0]}
              />
            ))}
          </div>
        )}
      </div>
    </Page>
  );
}

/** What is copied here is pasted into a dashboard that is being edited. */
function CopyPanel({ label, panel }: { readonly label: string; readonly panel: unknown }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void copyText(JSON.stringify(panel)).then(setCopied);
  if (panel === undefined) return null;
  return <Button onPress={copy}>{isCopied ? texts.copied : label}</Button>;
}

function useSaving() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (spec: Parameters<typeof createDashboard>[1]) => createDashboard({ generateName: "explored-" }, spec),
    onSuccess: async ({ metadata }) => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      await navigate(`/d/${encodeURIComponent(metadata.name)}`);
    },
  });
}
