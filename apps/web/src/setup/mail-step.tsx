import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { MailTrialResult } from "../access/mail-page.tsx";
import { SettingControl } from "../access/setting-control.tsx";
import { useSettingDrafts } from "../access/use-setting-drafts.ts";
import { tryMailServer } from "../api/mail-templates.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Choices } from "../control/choices.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { faultOfLast } from "../control/fault-of-last.ts";
import { SetUpStep } from "./set-up-step.tsx";
import { addressOf } from "./step-list.tsx";
import { stepTexts } from "./step-messages.ts";
import "../access/access.css";

const texts = stepTexts.mail;
const HOST = "auth.email.smtp.host";

/** Built-in mail for now, or the fields of a mail server and a try of it. */
export function MailStep() {
  const { settings, fields, drafts, changed, change, discard, saving } = useSettingDrafts();
  const [chosen, setChosen] = useState<"later" | "smtp">();
  const navigate = useNavigate();
  const shown = fields.filter(({ key }) => key.startsWith("auth.email.smtp."));
  const host = shown.find(({ key }) => key === HOST);
  const draft = host === undefined ? undefined : drafts.get(host.field);
  const hasHost = (draft?.kind === "value" ? draft.value : host?.value) !== "" && host !== undefined;
  const choice = chosen ?? (host !== undefined && host.value !== "" ? "smtp" : "later");
  const isChanged = choice === "smtp" && changed.length > 0;

  const save = async () => {
    if (isChanged) await saving.mutateAsync();
  };
  const trying = useMutation({
    mutationFn: async () => {
      await save();
      return await tryMailServer();
    },
  });
  const goingOn = useMutation({ mutationFn: save, onSuccess: () => navigate(addressOf("look-around")) });
  const error = faultOfLast(goingOn, trying);

  return (
    <SetUpStep
      step="mail"
      isPending={goingOn.isPending}
      error={goingOn.error}
      onDone={() => goingOn.mutate()}
      submit={
        <Button type="submit" kind="primary" isPending={goingOn.isPending} isDisabled={settings.isPending}>
          {isChanged ? stepTexts.saveAndGoOn : stepTexts.goOn}
        </Button>
      }
    >
      <Alert kind="warn">{texts.statement}</Alert>
      <Choices
        label={texts.choice}
        choices={[
          { id: "later", ...texts.later },
          { id: "smtp", ...texts.smtp },
        ]}
        value={choice}
        onChange={(next) => {
          if (next === "later") discard();
          setChosen(next);
        }}
      />
      {settings.error !== null && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {choice === "smtp" && (
        <>
          {shown.map((field) => (
            <SettingControl
              key={field.field}
              field={field}
              draft={drafts.get(field.field)}
              onChange={(next) => change(field.field, next)}
            />
          ))}
          <div className="v-form-actions">
            <span className="v-hint">{!hasHost && texts.needsHost}</span>
            <Button isDisabled={!hasHost} isPending={trying.isPending} onPress={() => trying.mutate()}>
              {texts.test}
            </Button>
          </div>
          {trying.data !== undefined && <MailTrialResult trial={trying.data} />}
        </>
      )}
      {error !== null && <FaultAlert error={error} />}
    </SetUpStep>
  );
}
