import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { beginTrial, type SignInStep, type ProviderTrial as Trial, trialQuery } from "../api/provider-trials.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { type Fact, Facts } from "../control/facts.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { linkTexts } from "../sign-in/link-messages.ts";
import { providerTexts } from "./provider-messages.ts";
import { openTrialWindow, trialReturn, useTrialWindowEnd } from "./trial-window.ts";
import "./access.css";

const { trial: words } = providerTexts;

interface ProviderTrialProps {
  /** As `/authorize` knows it, or `sso:` and the id of a company's. */
  readonly provider: string;
  readonly title: string;
}

/**
 * A sign-in that is only tried: a window goes to the provider and comes back, and each step is shown here. Where the
 * browser opens no window, this page goes and comes back itself.
 */
export function ProviderTrial({ provider, title }: ProviderTrialProps) {
  const [query, setQuery] = useSearchParams();
  useTrialWindowEnd(query);
  const id = query.get("trial") ?? "";
  const kept = useQuery({ ...trialQuery(id), enabled: id !== "", retry: false });
  const beginning = useMutation({
    mutationFn: async (opened: Window | undefined) => {
      try {
        const trial = await beginTrial(provider, trialReturn(opened));
        if (trial.url === undefined) opened?.close();
        else (opened ?? window).location.assign(trial.url);
        // The page shows what comes of it, as whoever gets its address sees it.
        const to = opened === undefined ? undefined : trial.id;
        setQuery(to === undefined ? {} : { trial: to }, { replace: true, preventScrollReset: true });
        return trial;
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
  });
  const trial = kept.data ?? beginning.data;
  const fault = beginning.error ?? kept.error;
  const isAway = trial?.is_finished === false;
  return (
    <Section
      title={words.title}
      lead={words.lead(title)}
      actions={
        <Button isPending={beginning.isPending} onPress={() => beginning.mutate(openTrialWindow())}>
          {trial === undefined ? words.begin : words.again}
        </Button>
      }
    >
      {fault !== null && <FaultAlert error={fault} />}
      {isAway && <Alert kind="info">{words.away(title)}</Alert>}
      {trial !== undefined && (
        <>
          <Verdict trial={trial} />
          <ReadProfile trial={trial} />
          <RowList label={words.title}>
            {trial.steps.map((step) => (
              <Step key={step.name} step={step} isAway={isAway} />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

/** Whom the provider named, as far as it came: what an account would be made of. */
function ReadProfile({ trial: { steps } }: { readonly trial: Trial }) {
  const read = steps.find(({ name, state }) => name === "mapping" && state === "ok");
  return read === undefined ? null : <Facts facts={profileOf(read.details)} />;
}

function profileOf({ subject, email, emails, claims }: SignInStep["details"]): readonly Fact[] {
  const name = isRecord(claims) ? claims["name"] : undefined;
  const addresses = Array.isArray(emails) ? emails.filter(isRecord) : [];
  // An assertion names one, for which the company answers.
  if (typeof email === "string") addresses.push({ address: email, isVerified: true });
  return [
    [words.profile.name, typeof name === "string" ? name : words.profile.none],
    [words.profile.email, addresses.length === 0 ? words.profile.none : addresses.map(readAddress)],
    [words.profile.id, <code key="id">{String(subject)}</code>],
  ];
}

function readAddress({ address, isVerified }: Readonly<Record<string, unknown>>) {
  return (
    <span key={String(address)} className="v-read-address">
      {String(address)}
      <Status kind={isVerified === true ? "ok" : "warn"}>
        {isVerified === true ? words.profile.verified : words.profile.unverified}
      </Status>
    </span>
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const KINDS = { ok: "ok", failed: "crit", skipped: "unknown", open: "unknown" } as const;

interface StepProps {
  readonly step: SignInStep;
  /** Whether the window is still at the provider. */
  readonly isAway: boolean;
}

function Step({ step: { name, state, reason, said, details }, isAway }: StepProps) {
  const isShown = Object.keys(details).length > 0;
  return (
    <ListRow
      title={words.steps[name]}
      note={
        reason !== undefined && (
          <>
            {reason} {said !== undefined && words.said(said)}
          </>
        )
      }
      actions={<Status kind={KINDS[state]}>{isAway && state === "open" ? words.comes : words.states[state]}</Status>}
    >
      {isShown && (
        <details className="v-step-details">
          <summary>
            {words.details}
            <span className="v-hidden">: {words.steps[name]}</span>
          </summary>
          <pre>{details["too_long"] === true ? words.tooLong : JSON.stringify(details, undefined, 2)}</pre>
        </details>
      )}
    </ListRow>
  );
}

/** What a sign-in would have ended with. */
function Verdict({ trial: { steps } }: { readonly trial: Trial }) {
  const failed = steps.find(({ state }) => state === "failed");
  if (failed !== undefined) return <Alert kind="crit">{remedyOf(failed)}</Alert>;
  const account = steps.find(({ name, state }) => name === "account" && state === "ok");
  if (account === undefined) return null;
  return <Alert kind="ok">{foreseen(account.details)}</Alert>;
}

function remedyOf({ name, code = "", reason = "" }: SignInStep): string {
  const known: Readonly<Record<string, { readonly administrator: string }>> = linkTexts.refusals;
  return known[code]?.administrator ?? `${words.steps[name]}: ${reason}`;
}

function foreseen({ decision, user, needs_confirmation }: SignInStep["details"]): string {
  if (decision === "known") return words.known(String(user));
  if (decision === "link") return words.link(String(user));
  return needs_confirmation === true ? words.unproved : words.create;
}
