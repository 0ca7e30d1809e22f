import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SettingField, settingsQuery } from "../api/settings.ts";
import { type SmsTrial, trySms } from "../api/sms-trials.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { AccessPage } from "./access-page.tsx";
import { groupsOf, type ShownGroup } from "./access-pages.ts";
import { texts } from "./messages.ts";
import type { Draft } from "./setting-control.tsx";
import { Settings } from "./settings-page.tsx";

const words = texts.smsTrial;

/** Who sends text messages, and a try of it. */
export function SmsPage() {
  const { isReadOnly } = useCurrentUser();
  return (
    <AccessPage page="sms">
      <Settings groupsOf={shownGroups} />
      {!isReadOnly && <Trial />}
    </AccessPage>
  );
}

const PROVIDER = "auth.sms.provider";

/**
 * The groups of the page, without those of providers that are neither chosen nor set up: whoever needs one chooses it
 * first.
 */
function shownGroups(fields: readonly SettingField[], drafts: ReadonlyMap<string, Draft>): readonly ShownGroup[] {
  const provider = fields.find(({ key }) => key === PROVIDER);
  const draft = provider && drafts.get(provider.field);
  const chosen = draft === undefined ? provider?.value : draft.kind === "default" ? provider?.default : draft.value;
  return groupsOf("sms", fields).filter(
    ({ fields: own }) =>
      own.every(({ key }) => providerOf(key) === undefined) ||
      own.some(({ key, field, source }) => providerOf(key) === chosen || source !== "default" || drafts.has(field)),
  );
}

/** Of which provider a setting is; undefined where it is of all. */
function providerOf(key: string): string | undefined {
  return /^auth\.sms\.([a-z_]+)\./.exec(key)?.[1];
}

/** Sends a text message through the provider as it is saved, and shows what that answers. */
function Trial() {
  const [number, setNumber] = useState("");
  const { data: fields = [] } = useQuery(settingsQuery);
  const trying = useMutation({ mutationFn: trySms });
  const provider = fields.find(({ key }) => key === PROVIDER)?.value;
  return (
    <Section title={words.title} lead={words.lead}>
      {provider === "" && <EmptyPart of={words.title} text={words.none} learn="text-messages" />}
      <TextField label={words.number} type="tel" value={number} onChange={setNumber} />
      <div className="v-form-actions">
        <Button
          isDisabled={typeof provider !== "string" || provider === "" || number.trim() === ""}
          isPending={trying.isPending}
          onPress={() => trying.mutate(number.trim())}
        >
          {words.run}
        </Button>
      </div>
      {trying.error !== null && <FaultAlert error={trying.error} />}
      {trying.data !== undefined && <Result trial={trying.data} />}
    </Section>
  );
}

function Result({ trial: { to, text, failure, status, answer } }: { readonly trial: SmsTrial }) {
  const isTaken = failure === "";
  return (
    <>
      <Alert kind={isTaken ? "ok" : "crit"}>
        {isTaken ? words.taken(to, text) : words.refused(failure.replace(/\.$/, ""))}
      </Alert>
      {status !== null && (
        <section aria-label={words.answer}>
          <pre className="v-mail-plain">{JSON.stringify(answer, undefined, 2)}</pre>
        </section>
      )}
    </>
  );
}
