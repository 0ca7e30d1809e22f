import { useParams } from "react-router";
import { Alert } from "../../control/alert.tsx";
import { LinkButton } from "../../control/button.tsx";
import { Section } from "../../control/section.tsx";
import { textOf } from "../../dashboard/model/json.ts";
import { SessionFault } from "../../dashboard/view/dashboard-faults.tsx";
import { useAddress } from "../../dashboard/view/use-address.ts";
import { useSession } from "../../dashboard/view/use-session.ts";
import { DraftPage } from "../draft-page.tsx";
import { editingMessages } from "../messages.ts";
import { OptionControl } from "../option-control.tsx";
import type { Draft } from "../use-draft.ts";
import { WithDraft } from "../with-draft.tsx";
import { documentFaults } from "./document-faults.ts";
import { PartList } from "./part-list.tsx";
import {
  annotationOptions,
  GENERAL_OPTIONS,
  linkOptions,
  NEW_ANNOTATION,
  NEW_LINK,
  NEW_VARIABLE,
  TIME_OPTIONS,
  variableOptions,
} from "./settings-options.ts";
import { VariableValues } from "./variable-values.tsx";
import "./settings-page.css";

/** `/d/:uid/settings`: what belongs to a dashboard beside its panels. */
export function DashboardSettingsPage() {
  const uid = useParams()["uid"] ?? "";
  return <WithDraft uid={uid}>{(draft) => <Settings uid={uid} draft={draft} />}</WithDraft>;
}

const VARIABLE_TYPES: Readonly<Record<string, string>> = editingMessages.settings.variable.types;

interface SettingsProps {
  readonly uid: string;
  readonly draft: Draft;
}

function Settings({ uid, draft }: SettingsProps) {
  const texts = editingMessages.settings;
  const address = useAddress();
  const session = useSession(draft.document, address.wishes);
  const sources = session.sources ?? [];
  const faults = documentFaults(draft.document);
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <DraftPage uid={uid} draft={draft} title={texts.title} dashboard={session.dashboard.title} width="form">
      <div className="v-filters">
        <LinkButton to={`${home}/edit`}>{editingMessages.layout.title}</LinkButton>
        <LinkButton to={`${home}/json`}>JSON</LinkButton>
        <LinkButton to={`/d/${encodeURIComponent(uid)}/history`}>{texts.versions}</LinkButton>
        <LinkButton to={home} kind="quiet">
          {editingMessages.back}
        </LinkButton>
      </div>
      <SessionFault session={session} />
      {faults.length > 0 && (
        <Alert kind="warn">
          {faults.slice(0, 5).map(({ path, reason }) => (
            <p key={path + reason}>
              <code>{path}</code>: {reason}
            </p>
          ))}
        </Alert>
      )}
      {[
        { title: texts.general, options: GENERAL_OPTIONS },
        { title: texts.time, options: TIME_OPTIONS },
      ].map(({ title, options }) => (
        <Section key={title} title={title}>
          <div className="v-settings-fields">
            {options.map((option) => (
              <OptionControl
                key={option.path.join(".")}
                option={option}
                panel={draft.document}
                onChange={(next) => draft.change(option.label, () => next)}
              />
            ))}
          </div>
        </Section>
      ))}
      <PartList
        title={texts.variables}
        lead={texts.variablesLead}
        none={texts.variable.none}
        learn="dashboards#variables-and-filters"
        add={texts.addVariable}
        path={["templating", "list"]}
        draft={draft}
        nameOf="name"
        noteOf={({ type }) => VARIABLE_TYPES[textOf(type)] ?? textOf(type)}
        fresh={NEW_VARIABLE}
        optionsOf={(variable) => variableOptions(variable, sources)}
        more={(variable) => <VariableValues variable={variable} session={session} />}
      />
      <PartList
        title={texts.annotations}
        lead={texts.annotationsLead}
        none={texts.annotation.none}
        learn="dashboards#events-and-annotations"
        add={texts.addAnnotation}
        path={["annotations", "list"]}
        draft={draft}
        nameOf="name"
        noteOf={({ expr }) => textOf(expr)}
        fresh={NEW_ANNOTATION}
        optionsOf={(annotation) => annotationOptions(annotation, sources)}
      />
      <PartList
        title={texts.links}
        lead={texts.linksLead}
        none={texts.link.none}
        learn="dashboards#links"
        add={texts.addLink}
        path={["links"]}
        draft={draft}
        nameOf="title"
        noteOf={({ url }) => textOf(url)}
        fresh={NEW_LINK}
        optionsOf={linkOptions}
      />
    </DraftPage>
  );
}
