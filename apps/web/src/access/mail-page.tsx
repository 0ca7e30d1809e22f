import { useMutation, useQuery } from "@tanstack/react-query";
import { type MailTrial, tryMailServer } from "../api/mail-templates.ts";
import { settingsQuery } from "../api/settings.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { AccessPage } from "./access-page.tsx";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { SenderDomain } from "./sender-domain.tsx";
import { Settings } from "./settings-page.tsx";

const HOST = "auth.email.smtp.host";

/** The mail server, and a try of it. */
export function MailPage() {
  return (
    <AccessPage page="mail">
      <BuiltInMail />
      <Settings groupsOf={(fields) => groupsOf("mail", fields)} />
      <Trial />
    </AccessPage>
  );
}

/** What must be known of the sender that works while no server is named. */
function BuiltInMail() {
  const { data: fields = [] } = useQuery(settingsQuery);
  const isBuiltIn = fields.some(({ key, value }) => key === HOST && value === "");
  return isBuiltIn ? <Alert kind="warn">{texts.builtInMail}</Alert> : null;
}

/** Sends a mail through the server as it is saved, and shows what both sides said. */
function Trial() {
  const { isReadOnly } = useCurrentUser();
  const { data: fields = [] } = useQuery(settingsQuery);
  const trying = useMutation({ mutationFn: tryMailServer });
  const { title, lead, none, run } = texts.mailTrial;
  const host = fields.find(({ key }) => key === HOST)?.value;
  const hasServer = typeof host === "string" && host !== "";
  const domain = <SenderDomain hasServer={hasServer} />;
  if (isReadOnly) return domain;
  return (
    <>
      <Section title={title} lead={lead}>
        {host === "" && <EmptyPart of={title} text={none} learn="mail" />}
        <div className="v-form-actions">
          <Button isDisabled={!hasServer} isPending={trying.isPending} onPress={() => trying.mutate()}>
            {run}
          </Button>
        </div>
        {trying.error !== null && <FaultAlert error={trying.error} />}
        {trying.data !== undefined && <MailTrialResult trial={trying.data} />}
      </Section>
      {domain}
    </>
  );
}

/** As mail servers' own papers write a conversation. @see RFC 5321, appendix D */
const SIDES = { client: "C:", server: "S:" } as const;

type Meaning = keyof typeof texts.mailTrial.meanings;

/** Codes that come in many kinds, for each of which the same is to be looked at. @see OpenSSL, X509_V_ERR_… */
const KINDS: readonly (readonly [RegExp, Meaning])[] = [
  [/CERT|SIGNATURE/, "CERTIFICATE"],
  [/^ERR_(SSL|TLS)_/, "ETLS"],
];

/** What to look at, by the code that a failure begins with. */
function meaningOf(failure: string): string {
  const [code = ""] = failure.split(" ", 1);
  const meanings: Readonly<Record<string, string>> = texts.mailTrial.meanings;
  const kind = KINDS.find(([codes]) => codes.test(code))?.[1] ?? code;
  return meanings[kind] ?? "";
}

/** What both sides of a try said. */
export function MailTrialResult({ trial: { to, failure, transcript } }: { readonly trial: MailTrial }) {
  const { taken, refused, transcript: label } = texts.mailTrial;
  return (
    <>
      <Alert kind={failure === "" ? "ok" : "crit"}>
        {failure === "" ? taken(to) : `${refused(failure)} ${meaningOf(failure)}`.trim()}
      </Alert>
      {transcript.length > 0 && (
        <section aria-label={label}>
          <pre className="v-mail-plain">{transcript.map(({ from, text }) => `${SIDES[from]} ${text}`).join("\n")}</pre>
        </section>
      )}
    </>
  );
}
