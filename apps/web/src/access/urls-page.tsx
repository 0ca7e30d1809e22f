import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RedirectCheck, redirectCheckQuery } from "../api/redirect-check.ts";
import { Alert } from "../control/alert.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Section } from "../control/section.tsx";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import type { Draft } from "./setting-control.tsx";
import { Settings } from "./settings-page.tsx";

/** Where people may land, and a try of any address. */
export function UrlsPage() {
  return (
    <AccessPage page="urls">
      <Settings
        groupsOf={(fields) => groupsOf("urls", fields)}
        below={(drafts) => <Trial siteUrl={drafts.get("site_url")} allowList={drafts.get("uri_allow_list")} />}
      />
    </AccessPage>
  );
}

interface TrialProps {
  readonly siteUrl: Draft | undefined;
  readonly allowList: Draft | undefined;
}

/** Asks the server where an address would lead, with the list as it is typed above. */
function Trial({ siteUrl, allowList }: TrialProps) {
  const [url, setUrl] = useState("");
  const { data, error } = useQuery(
    redirectCheckQuery({
      url: url.trim(),
      ...(siteUrl !== undefined && { site_url: textOf(siteUrl) }),
      ...(allowList !== undefined && { uri_allow_list: linesOf(allowList) }),
    }),
  );
  const { title, lead, field } = texts.redirectTrial;
  return (
    <Section title={title} lead={lead}>
      <SearchBox label={field} value={url} onChange={setUrl} />
      {error !== null && <FaultAlert error={error} />}
      {url.trim() !== "" && data !== undefined && <Judgement check={data} />}
    </Section>
  );
}

function Judgement({ check: { is_allowed, by, pattern = "", reason = "unlisted", leads_to } }: JudgementProps) {
  const { matches, byOthers, ignored, reasons } = texts.redirectTrial;
  if (is_allowed) {
    return <Alert kind="ok">{by === "site" || by === "loopback" ? byOthers[by] : matches(pattern)}</Alert>;
  }
  return (
    <Alert kind="warn">
      {ignored(leads_to)} {reasons[reason]}
    </Alert>
  );
}

interface JudgementProps {
  readonly check: RedirectCheck;
}

function textOf(draft: Draft): string {
  return draft.kind === "value" ? String(draft.value) : "";
}

function linesOf(draft: Draft): string[] {
  return textOf(draft)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
