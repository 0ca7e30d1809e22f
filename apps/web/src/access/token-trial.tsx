import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tokenIssuersQuery } from "../api/settings.ts";
import { type TokenCheck, type TokenTrial as Trial, tryToken } from "../api/token-trials.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { momentText } from "../control/moment-text.ts";
import { Section } from "../control/section.tsx";
import { TextArea } from "../control/text-area.tsx";
import { CheckLine } from "./check-line.tsx";
import { texts } from "./messages.ts";

const words = texts.tokenTrial;

/** What the server makes of a token of another issuer, check by check. */
export function TokenTrial() {
  const [token, setToken] = useState("");
  const queryClient = useQueryClient();
  const trying = useMutation({
    mutationFn: tryToken,
    // The token may have been the first of its issuer, with which its keys are read.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokenIssuersQuery.queryKey }),
  });
  const change = (text: string) => {
    setToken(text);
    trying.reset();
  };
  return (
    <Section title={words.title} lead={words.lead}>
      <TextArea label={words.token} value={token} onChange={change} rows={3} />
      <div className="v-form-actions">
        <Button
          isDisabled={token.trim() === ""}
          isPending={trying.isPending}
          onPress={() => trying.mutate(token.trim())}
        >
          {words.run}
        </Button>
      </div>
      {trying.error !== null && <FaultAlert error={trying.error} />}
      {trying.data !== undefined && <Result trial={trying.data} />}
    </Section>
  );
}

const KINDS = { accepted: "ok", powerless: "warn", refused: "crit" } as const;

function Result({ trial: { verdict, checks } }: { readonly trial: Trial }) {
  return (
    <>
      <Alert kind={KINDS[verdict]}>{words.verdicts[verdict]}</Alert>
      <ul className="v-checks" aria-label={words.checked}>
        {checks.map((check) => (
          <Line key={check.check} check={check} />
        ))}
      </ul>
    </>
  );
}

function Line({ check: { check, is_good, found, accepted } }: { readonly check: TokenCheck }) {
  const outcome = is_good === null ? "unknown" : is_good ? "good" : "bad";
  const said = check === "expiry" && found !== "" ? momentText(found, "second") : found;
  return (
    <CheckLine outcome={outcome}>
      <strong>{words.checks[check]}</strong>: {words.outcomes[outcome]}
      {check !== "form" && (
        <p className="v-hint">
          {words.found(said)} {accepted.length > 0 && words.accepted(accepted.join(", "))}
        </p>
      )}
    </CheckLine>
  );
}
