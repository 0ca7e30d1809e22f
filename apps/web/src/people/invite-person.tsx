import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { type Invitation, invite } from "../api/people.ts";
import { Alert } from "../control/alert.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { readAddresses } from "./addresses.ts";
import { texts as peopleTexts } from "./messages.ts";
import { useIsMailKept } from "./use-mail-kept.ts";
import "./people-filters.css";

interface InvitePersonProps {
  readonly onClose: () => void;
  /** Told whom a mail is on its way to. */
  readonly onInvited: (emails: string) => void;
}

const ROLES = ["Viewer", "Editor", "Admin"] as const;

interface Refused {
  readonly email: string;
  readonly error: Error;
}

/** Invites one person, or several with one role; whoever cannot be invited stays in the field, with the reason. */
export function InvitePerson({ onClose, onInvited }: InvitePersonProps) {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Invitation["role"]>("Viewer");
  const [data, setData] = useState("");
  const [redirectTo, setRedirectTo] = useState("");
  const queryClient = useQueryClient();
  const texts = peopleTexts.users;
  const emails = readAddresses(typed);
  const inviting = useMutation({
    mutationFn: async () => {
      const refused: Refused[] = [];
      const further = { ...readData(data), ...(redirectTo.trim() !== "" && { redirectTo: redirectTo.trim() }) };
      // One after the other: the mails go through one queue anyway, and a limit then stops the rest only.
      for (const email of emails) {
        const named = emails.length === 1 && name.trim() !== "" ? { name: name.trim() } : {};
        await invite({ email, role, ...named, ...further }).catch((error: Error) => {
          if (isRefusedRedirect(error)) throw error;
          refused.push({ email, error });
        });
      }
      return refused;
    },
    onSuccess: async (refused) => {
      if (refused.length < emails.length) await queryClient.invalidateQueries({ queryKey: ["people"] });
      setTyped(refused.map(({ email }) => email).join(", "));
      if (refused.length === 0) onInvited(emails.join(", "));
    },
  });
  const refused = inviting.data ?? [];
  const isKept = useIsMailKept();
  const isRedirectRefused = isRefusedRedirect(inviting.error);
  const isOfField = isRedirectRefused || inviting.error instanceof DataFault;
  return (
    <FormDialog
      title={texts.inviteTitle}
      isOpen
      onClose={onClose}
      submit={texts.inviteSubmit(emails.length)}
      onSubmit={() => inviting.mutate()}
      isPending={inviting.isPending}
      error={isOfField ? null : inviting.error}
      partError={refused.at(-1)?.error}
    >
      {refused.map(({ email, error }) => (
        <FaultAlert key={email} error={error} text={`${email}: ${error.message}`} />
      ))}
      {isKept && refused.some(({ error }) => isTooMany(error)) && (
        <Alert kind="info">
          {texts.fewMails} <Link to="/access/mail">{texts.fewMailsLink}</Link>
        </Alert>
      )}
      <TextField
        label={messages.signIn.email}
        hint={texts.inviteHint}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        onPaste={(event) => pasteLines(event, setTyped)}
        isRequired
        autoFocus
      />
      {emails.length < 2 && (
        <TextField label={peopleTexts.nameOptional} autoComplete="off" value={name} onChange={setName} />
      )}
      <Select
        label={texts.columns.role}
        options={ROLES.map((id) => ({ id, label: texts.roleTexts[id] }))}
        value={role === "None" ? "Viewer" : role}
        onChange={setRole}
      />
      <details open={isOfField || undefined}>
        <summary>{texts.inviteMore}</summary>
        <div className="v-invite-more">
          <TextField
            label={texts.inviteRedirect}
            hint={texts.inviteRedirectHint}
            error={isRedirectRefused ? inviting.error?.message : undefined}
            type="url"
            autoComplete="off"
            value={redirectTo}
            onChange={setRedirectTo}
          />
          <TextArea label={texts.inviteData} hint={texts.inviteDataHint} rows={4} value={data} onChange={setData} />
          {inviting.error instanceof DataFault && <Alert kind="crit">{inviting.error.message}</Alert>}
        </div>
      </details>
    </FormDialog>
  );
}

function isTooMany(error: Error): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** A field of one line would join the lines of a list without anything between them. */
function pasteLines(event: ClipboardEvent<Element>, setTyped: (change: (typed: string) => string) => void): void {
  const pasted = event.clipboardData.getData("text");
  if (!/[\r\n]/.test(pasted)) return;
  event.preventDefault();
  setTyped((typed) => readAddresses(`${typed} ${pasted}`).join(", "));
}

/** What was typed as data is no object in JSON. */
class DataFault extends Error {}

function readData(typed: string): Pick<Invitation, "data"> {
  if (typed.trim() === "") return {};
  const data = parsed(typed);
  if (typeof data !== "object" || data === null || Array.isArray(data)) throw new DataFault(peopleTexts.badJson);
  return { data: { ...data } };
}

function parsed(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return undefined;
  }
}

/** It is the same for everybody of the list: nobody further is tried. */
function isRefusedRedirect(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "redirect_not_allowed";
}
