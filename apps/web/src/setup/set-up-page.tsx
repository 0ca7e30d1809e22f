import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { currentUserQuery, setUp } from "../api/user.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { EmailField } from "../control/email-field.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { EntryCard } from "../sign-in/entry-card.tsx";
import { NewPasswordField } from "../sign-in/new-password-field.tsx";
import { setUpTexts as texts } from "./messages.ts";
import { codeOf } from "./set-up-code.ts";
import { addressOf, StepList } from "./step-list.tsx";

/** First run: whoever has the one-time code that the server printed becomes the administrator. */
export function SetUpPage() {
  const location = useLocation();
  const [linkCode] = useState(() => codeOf(location.hash));
  const [typedCode, setTypedCode] = useState("");
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (linkCode !== "") history.replaceState(history.state, "", window.location.pathname);
  }, [linkCode]);

  const settingUp = useMutation({
    mutationFn: async () => {
      await setUp({ code: linkCode || codeOf(typedCode), email: email.trim(), password, name: name.trim() });
      await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    },
    onSuccess: () => navigate(addressOf("address"), { replace: true }),
  });

  const fault = faultOf(settingUp.error);
  if (fault?.at === "link") return <SetUpClosed title={fault.title} text={fault.text} />;
  return (
    <EntryCard title={texts.title} lead={texts.lead}>
      <StepList current="administrator" />
      <Form
        className="v-entry-form"
        isPending={settingUp.isPending}
        error={settingUp.error}
        onSubmit={() => settingUp.mutate()}
      >
        {settingUp.error !== null && fault?.at === "form" && <FaultAlert error={settingUp.error} />}
        {linkCode === "" && (
          <TextField
            label={texts.code}
            name="code"
            autoComplete="off"
            hint={texts.codeHint}
            value={typedCode}
            onChange={setTypedCode}
            isRequired
            autoFocus
          />
        )}
        <EmailField value={email} onChange={setEmail} autoFocus={linkCode !== ""} />
        <TextField
          label={texts.name}
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          hint={texts.nameHint}
        />
        <NewPasswordField
          value={password}
          onChange={setPassword}
          known={[email, name]}
          error={fault?.at === "password" ? fault.text : undefined}
        />
        <Button type="submit" kind="primary" isPending={settingUp.isPending}>
          {texts.submit}
        </Button>
      </Form>
    </EntryCard>
  );
}

type SetUpFault =
  | { readonly at: "link"; readonly title: string; readonly text: string }
  | { readonly at: "password" | "form"; readonly text: string };

/** Where a refusal belongs: the link is spent, the password is too weak, or the form as a whole. */
function faultOf(error: Error | null): SetUpFault | undefined {
  if (error === null) return undefined;
  const code = error instanceof ApiError ? error.code : "";
  if (code === "setup_closed") return { at: "link", title: texts.done, text: texts.doneText };
  if (code === "setup_code_expired") return { at: "link", title: texts.expired, text: texts.expiredText };
  if (code === "setup_code_wrong") return { at: "link", title: texts.wrong, text: texts.wrongText };
  return { at: code === "weak_password" ? "password" : "form", text: error.message };
}

interface SetUpClosedProps {
  readonly title: string;
  readonly text: string;
}

function SetUpClosed({ title, text }: SetUpClosedProps) {
  return (
    <EntryCard title={title}>
      <p role="alert">{text}</p>
      <LinkButton to="/sign-in">{messages.signIn.back}</LinkButton>
    </EntryCard>
  );
}
