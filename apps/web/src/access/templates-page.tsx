import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type MailTemplate, mailTemplatesQuery } from "../api/mail-templates.ts";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { texts } from "./messages.ts";

const GROUPS = ["authentication", "notification"] as const;

/** Every kind of mail that the sign-in service sends. */
export function TemplatesPage() {
  const templates = useQuery(mailTemplatesQuery);
  return (
    <AccessPage page="templates">
      {templates.error !== null && <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {templates.data !== undefined &&
        GROUPS.map((group) => (
          <Section key={group} title={texts.mails[group]}>
            <RowList label={texts.mails[group]}>
              {templates.data
                .filter((template) => template.group === group)
                .map((template) => (
                  <TemplateRow key={template.kind} template={template} />
                ))}
            </RowList>
          </Section>
        ))}
    </AccessPage>
  );
}

function TemplateRow({ template: { kind, occasion, group, enabled } }: { readonly template: MailTemplate }) {
  return (
    <ListRow
      title={<Link to={`/access/templates/${kind}`}>{mailName(kind)}</Link>}
      note={occasion}
      actions={
        group === "notification" && <Status kind={enabled ? "ok" : "unknown"}>{enabled ? texts.on : texts.off}</Status>
      }
    />
  );
}

/** What people call a kind of mail. */
export function mailName(kind: string): string {
  const names: Readonly<Record<string, string>> = texts.templates;
  return names[kind] ?? kind;
}
