import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery } from "../api/account.ts";
import { type HookTrial, hooksQuery, tryHook } from "../api/hooks.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { hookTitle } from "./hook-calls.tsx";
import { texts } from "./messages.ts";

/** Asks a hook as it is set up about somebody who does not exist. */
export function HookTrials() {
  const hooks = useQuery(hooksQuery);
  const reachable = (hooks.data ?? []).filter(({ uri }) => uri !== "");
  const { title, lead, none } = texts.hookTrials;
  return (
    <Section title={title} lead={lead}>
      {hooks.error !== null && <ErrorState error={hooks.error} onRetry={() => void hooks.refetch()} />}
      {hooks.data !== undefined && reachable.length === 0 && <EmptyPart of={title} text={none} learn="hooks" />}
      {reachable.length > 0 && <TrialForm hooks={reachable.map(({ hook }) => hook)} />}
    </Section>
  );
}

function TrialForm({ hooks }: { readonly hooks: readonly string[] }) {
  const { hook: label, phone: phoneLabel, run, abuse } = texts.hookTrials;
  const [chosen, setChosen] = useState(hooks[0] ?? "");
  const [phone, setPhone] = useState("");
  const { data: account } = useQuery(accountQuery);
  const queryClient = useQueryClient();
  const hook = hooks.includes(chosen) ? chosen : (hooks[0] ?? "");
  const trying = useMutation({
    mutationFn: () =>
      tryHook(hook, { ...(account?.email ? { email: account.email } : {}), ...(phone ? { phone } : {}) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["hook-calls"] }),
  });
  return (
    <>
      <Select
        label={label}
        options={hooks.map((id) => ({ id, label: hookTitle(id) }))}
        value={hook}
        onChange={(next) => {
          setChosen(next);
          trying.reset();
        }}
      />
      {hook === "password_verification_attempt" && <Alert kind="warn">{abuse}</Alert>}
      {hook === "send_sms" && <TextField label={phoneLabel} type="tel" value={phone} onChange={setPhone} />}
      <div className="v-form-actions">
        <Button kind="primary" isPending={trying.isPending} onPress={() => trying.mutate()}>
          {run}
        </Button>
      </div>
      {trying.error !== null && <FaultAlert error={trying.error} />}
      {trying.data !== undefined && <Result hook={hook} trial={trying.data} />}
    </>
  );
}

const KINDS = { answered: "ok", refused: "warn", failed: "crit" } as const;

interface ResultProps {
  readonly hook: string;
  readonly trial: HookTrial;
}

function Result({ hook, trial }: ResultProps) {
  const { outcome, message, duration_ms, exchange, sent, answer } = trial;
  const { results, sentText, answerText, silence } = texts.hookTrials;
  const back = exchange?.answer;
  return (
    <>
      <Alert kind={KINDS[outcome]}>
        {results[outcome](duration_ms)} {message}
        <p className="v-hook-effect">{effectOf(hook, trial)}</p>
      </Alert>
      <details className="v-entry-details">
        <summary>{sentText}</summary>
        <pre className="v-mail-plain">
          {exchange === null
            ? JSON.stringify(sent, undefined, 2)
            : `POST ${exchange.url}\n${headLines(exchange.headers)}\n\n${readable(exchange.body)}`}
        </pre>
      </details>
      <details className="v-entry-details" open={outcome !== "answered"}>
        <summary>{answerText}</summary>
        <pre className="v-mail-plain">{answerOf()}</pre>
      </details>
    </>
  );

  function answerOf(): string {
    if (exchange === null) return answer === null ? silence : JSON.stringify(answer, undefined, 2);
    return back === undefined ? silence : `${back.status}\n${headLines(back.headers)}\n\n${readable(back.body)}`;
  }
}

/** What a real request would come to. */
function effectOf(hook: string, { outcome, status = 500, answer }: HookTrial): string {
  const { effects } = texts.hookTrials;
  const ofHook: { readonly answered: string; readonly refused?: string; readonly failed?: string } | undefined =
    Object.entries(effects.of).find(([name]) => name === hook)?.[1];
  if (outcome === "answered") return ofHook?.answered ?? "";
  const said = ofHook?.[outcome] ?? effects.fails(status);
  return endsSessions(hook, answer) ? `${said} ${effects.signsOut}` : said;
}

/** A rejected second factor always signs out; a rejected password only if the hook asks for it. */
function endsSessions(hook: string, answer: unknown): boolean {
  const said = Object(answer);
  if (Reflect.get(said, "decision") !== "reject") return false;
  return hook === "mfa_verification_attempt" || Reflect.get(said, "should_logout_user") === true;
}

function headLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body; // Whatever it is, it is shown.
  }
}
