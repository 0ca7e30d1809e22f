import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef } from "react";
import { useParams } from "react-router";
import {
  type MailPreview,
  type MailTemplate,
  mailPreviewQuery,
  mailTemplatesQuery,
  sendTestMail,
  type TypedTemplate,
} from "../api/mail-templates.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NotFoundPage } from "../frame/not-found-page.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { mailMarkup } from "./mail-markup.ts";
import { texts } from "./messages.ts";
import type { Draft } from "./setting-control.tsx";
import { SettingsForm } from "./settings-page.tsx";
import { mailName } from "./templates-page.tsx";
import { useSettingDrafts } from "./use-setting-drafts.ts";

/** One kind of mail: its texts, and how it looks while they are typed. */
export function TemplatePage() {
  const { kind = "" } = useParams();
  const templates = useQuery(mailTemplatesQuery);
  const template = templates.data?.find((one) => one.kind === kind);
  if (templates.data !== undefined && template === undefined) return <NotFoundPage />;
  return (
    <AccessPage page="templates" title={mailName(kind)}>
      {templates.data === undefined && templates.error !== null && (
        <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {templates.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {template !== undefined && (
        <>
          <p>{template.occasion}</p>
          <TypedMail template={template} />
        </>
      )}
    </AccessPage>
  );
}

function TypedMail({ template }: { readonly template: MailTemplate }) {
  const { kind, fields } = template;
  const state = useSettingDrafts();
  const typed = typedOf(template, state.drafts);
  const preview = useQuery(mailPreviewQuery(kind, useDeferredValue(typed)));
  const own = new Set(Object.values(fields));
  const labelOf = (part: string) => state.fields.find(({ field }) => field === fields[part])?.label ?? part;
  const faults = (preview.data?.faults ?? []).map(({ part, message }) => ({ part, message: `${message}.` }));
  return (
    <SettingsForm
      groupsOf={(all) => [{ title: mailName(kind), fields: all.filter(({ field }) => own.has(field)) }]}
      state={state}
      faults={new Map(faults.map(({ part, message }) => [fields[part] ?? "", message]))}
      between={
        <Preview template={template} typed={typed} preview={preview}>
          {faults.map(({ part, message }) => (
            <Alert key={part + message} kind="crit">
              {labelOf(part)}: {message}
            </Alert>
          ))}
        </Preview>
      }
    />
  );
}

function typedOf({ fields }: MailTemplate, drafts: ReadonlyMap<string, Draft>): TypedTemplate {
  const text = (part: "subject" | "content") => {
    const draft = drafts.get(fields[part] ?? "");
    return draft?.kind === "value" && typeof draft.value === "string" && draft.value !== ""
      ? { [part]: draft.value }
      : {};
  };
  return { ...text("subject"), ...text("content") };
}

interface PreviewProps {
  readonly template: MailTemplate;
  readonly typed: TypedTemplate;
  readonly preview: Pick<UseQueryResult<MailPreview>, "data" | "error" | "refetch">;
  /** What is wrong with what is typed. */
  readonly children: ReactNode;
}

function Preview({ template: { kind, variables }, typed, preview, children }: PreviewProps) {
  const sending = useMutation({ mutationFn: () => sendTestMail(kind, typed) });
  const { mails } = texts;
  return (
    <>
      <Section
        title={mails.preview}
        lead={mails.previewLead}
        actions={
          <Button isPending={sending.isPending} onPress={() => sending.mutate()}>
            {mails.test}
          </Button>
        }
      >
        {sending.error !== null && <FaultAlert error={sending.error} />}
        {sending.isSuccess && <Alert kind="ok">{mails.sent(sending.data)}</Alert>}
        {preview.error !== null && <FaultAlert error={preview.error} onRetry={() => void preview.refetch()} />}
        {children}
        {preview.data?.mail != null && (
          <>
            <strong>{preview.data.mail.subject}</strong>
            <MailBody html={preview.data.mail.html} />
            <details className="v-entry-details">
              <summary>{mails.text}</summary>
              <pre className="v-mail-plain">{preview.data.mail.text}</pre>
            </details>
          </>
        )}
      </Section>
      <Section title={mails.variables}>
        <dl className="v-terms">
          {variables.map(({ name, doc }) => (
            <div key={name}>
              <dt>
                <code>{`{{ ${name} }}`}</code>
              </dt>
              <dd>{doc}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

function MailBody({ html }: { readonly html: string }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => body.current?.replaceChildren(mailMarkup(html)), [html]);
  // Nothing in it leads anywhere: its link and its code are samples.
  return <div ref={body} className="v-mail-preview" inert />;
}
