import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { beginTrial, type SignInStep, type ProviderTrial as Trial, trialQuery } from "../api/provider-trials.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { linkTexts } from "../sign-in/link-messages.ts";
import { providerTexts } from "./provider-messages.ts";
import "./access.css";

const { trial: words } = providerTexts;

interface ProviderTrialProps {
  /** As `/authorize` knows it, or `sso:` and the id of a company's. */
  readonly provider: string;
  readonly title: string;
}

/** A sign-in that is only tried: the browser goes to the provider and comes back here, where each step is shown. */
export function ProviderTrial({ provider, title }: ProviderTrialProps) {
  const [query] = useSearchParams();
  const id = query.get("trial") ?? "";
  const kept = useQuery({ ...trialQuery(id), enabled: id !== "", retry: false });
  const beginning = useMutation({
    mutationFn: async () => {
      const trial = await beginTrial(provider);
      if (trial.url !== undefined) window.location.assign(trial.url);
      return trial;
    },
  });
  // What is on the way out of this page has nothing to show yet.
  const begun = beginning.data?.url === undefined ? beginning.data : undefined;
  const trial = begun ?? kept.data;
  const fault = beginning.error ?? kept.error;
  return (
    <Section
      title={words.title}
      lead={words.lead(title)}
      actions={
        <Button isPending={beginning.isPending} onPress={() => beginning.mutate()}>
          {trial === undefined ? words.begin : words.again}
        </Button>
      }
    >
      {fault !== null && <Alert kind="crit">{fault.message}</Alert>}
      {trial !== undefined && (
        <>
          <Verdict trial={trial} />
          <RowList label={words.title}>
            {trial.steps.map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

const KINDS = { ok: "ok", failed: "crit", skipped: "unknown", open: "unknown" } as const;

function Step({ step: { name, state, reason, said, details } }: { readonly step: SignInStep }) {
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
      actions={<Status kind={KINDS[state]}>{words.states[state]}</Status>}
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
