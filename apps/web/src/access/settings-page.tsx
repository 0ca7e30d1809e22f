import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { SettingField } from "../api/settings.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { StickingBar } from "../control/sticking-bar.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { AccessPage } from "./access-page.tsx";
import { type AccessPageName, groupsOf, type ShownGroup } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { type Draft, SettingControl } from "./setting-control.tsx";
import { kindOf, shortOf } from "./setting-value.ts";
import { useSettingDrafts } from "./use-setting-drafts.ts";
import "./access.css";

/** One page of the identity settings: every setting with its meaning, its source and its control. */
export function SettingsPage({ page }: { readonly page: AccessPageName }) {
  return (
    <AccessPage page={page}>
      <Settings key={page} groupsOf={(fields) => groupsOf(page, fields)} />
    </AccessPage>
  );
}

interface SettingsProps {
  /** The settings of this page, in their groups, which may follow what is typed. */
  readonly groupsOf: (fields: readonly SettingField[], drafts: ReadonlyMap<string, Draft>) => readonly ShownGroup[];
  /** What stands below them and follows what is typed. */
  readonly below?: (drafts: ReadonlyMap<string, Draft>) => ReactNode;
}

/** Settings with what was changed and is not saved yet. */
export function Settings({ groupsOf: arrange, below }: SettingsProps) {
  const state = useSettingDrafts();
  return <SettingsForm groupsOf={arrange} state={state} between={below?.(state.drafts)} />;
}

interface SettingsFormProps extends Pick<SettingsProps, "groupsOf"> {
  readonly state: ReturnType<typeof useSettingDrafts>;
  /** What is known to be wrong before anything is saved, by field. */
  readonly faults?: ReadonlyMap<string, string>;
  /** Stands between the settings and what is to be saved. */
  readonly between?: ReactNode;
}

export function SettingsForm({ groupsOf: arrange, state, faults, between }: SettingsFormProps) {
  const { settings, fields, drafts, changed, change, discard, saving, refused } = state;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saving.error === null) return;
    const setting = form.current?.querySelector("[data-refused]");
    if (setting == null) form.current?.querySelector<HTMLElement>(".v-changes [role=alert]")?.focus();
    else showControl(setting);
  }, [saving.error]);
  useAskedSetting(fields.length > 0);
  const groups = arrange(fields, drafts);
  // Where the bar goes, the focus returns to what it was about, and the page stays where it is.
  const [first] = changed;
  const leaveBar = () => {
    const { activeElement, body } = document;
    if (first === undefined || (activeElement !== body && activeElement?.closest(".v-changes") == null)) return;
    controlOf(document.getElementById(first.field.key))?.focus({ preventScroll: true });
  };
  return (
    <div ref={form} className="v-settings">
      {settings.error !== null && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {groups.map((group) => (
        <Section key={group.title} title={group.title}>
          {group.fields.map((field) => (
            <SettingControl
              key={field.field}
              field={field}
              draft={drafts.get(field.field)}
              locked={lockOf(field, fields)}
              error={refused?.field === field.field ? refused.message : faults?.get(field.field)}
              onChange={(draft) => change(field.field, draft)}
            />
          ))}
        </Section>
      ))}
      {between}
      {saving.isSuccess && changed.length === 0 && (
        <div className="v-saved">
          <Alert kind="ok">{texts.saved}</Alert>
        </div>
      )}
      {changed.length > 0 && (
        <StickingBar className="v-changes" label={texts.changes(changed.length)}>
          {saving.error !== null && <FaultAlert error={saving.error} text={refused?.told ?? saving.error.message} />}
          <ul className="v-changes-list">
            {changed.map(({ field, draft }) => (
              <li key={field.field}>
                <strong>{nameOf(field, groups)}</strong> {!field.is_secret && shortOf(field, field.value)}{" "}
                {texts.becomes} {shortOf(field, draft.kind === "default" ? field.default : draft.value)}
              </li>
            ))}
          </ul>
          <div className="v-form-actions">
            <Button
              kind="quiet"
              onPress={() => {
                leaveBar();
                discard();
              }}
            >
              {texts.discard}
            </Button>
            <Button
              kind="primary"
              isPending={saving.isPending}
              onPress={() => saving.mutate(undefined, { onSuccess: leaveBar })}
            >
              {texts.save}
            </Button>
          </div>
        </StickingBar>
      )}
    </div>
  );
}

/** What a changed setting is called in the list of changes: several groups may have one of the same label. */
function nameOf(field: SettingField, groups: readonly ShownGroup[]): string {
  if (kindOf(field) === "switch") return field.doc;
  const alike = groups.filter((group) => group.fields.some(({ label }) => label === field.label));
  const own = alike.find((group) => group.fields.some((other) => other.field === field.field));
  return own === undefined || alike.length === 1 ? field.label : `${own.title}: ${field.label}`;
}

function controlOf(setting: Element | null | undefined): HTMLElement | undefined {
  return setting?.querySelector<HTMLElement>("input, textarea, button") ?? undefined;
}

/** Takes whoever looks to a setting: one whose value was refused may be far from the button. */
function showControl(setting: Element | null | undefined): void {
  const control = controlOf(setting);
  control?.focus({ preventScroll: true });
  (control ?? setting)?.scrollIntoView({ block: "center" });
}

/** The setting whose key stands behind the `#` of the address, once the settings are there. */
function useAskedSetting(isThere: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry's key tells that the same address is gone to again
  useEffect(() => {
    if (isThere && hash !== "") showControl(document.getElementById(hash.slice(1)));
  }, [isThere, hash, key]);
}

/** How many mails are sent is decided by the sender that came with the server, until there is another one. */
function lockOf({ field, source }: SettingField, fields: readonly SettingField[]): string | undefined {
  if (field !== "rate_limit_email_sent" || source === "stored") return undefined;
  const host = fields.find((other) => other.field === "smtp_host")?.value;
  return typeof host === "string" && host !== "" ? undefined : texts.needsMailServer;
}
