import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { publicPath } from "../api/public-path.ts";
import type { TokenDraft } from "../api/service-accounts.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { CopiedText } from "../control/copied-text.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import { takenName } from "./taken-name.ts";
import { permissionsOfExtent, TokenExtent, WHOLE } from "./token-extent.tsx";

const { accounts: words } = texts;

const DAY_SECONDS = 86_400;
const LIVES = [
  { id: "7", label: words.days(7) },
  { id: "30", label: words.days(30) },
  { id: "90", label: words.days(90) },
  { id: "365", label: words.days(365) },
  { id: "0", label: words.neverEnds },
] as const;

interface MakeTokenProps {
  /** Makes it, and tells it. */
  readonly make: (draft: TokenDraft) => Promise<{ readonly key: string }>;
  readonly onMade: () => Promise<unknown>;
  readonly onClose: () => void;
  /** The service account that it is for; whoever is signed in unless said. "" for one that is not known yet. */
  readonly accountId?: string;
  /** Where the account is chosen, if it is. */
  readonly children?: ReactNode;
}

/** Makes a token, and shows it once. */
export function MakeToken({ make, onMade, onClose, accountId, children }: MakeTokenProps) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof LIVES)[number]["id"]>("30");
  const [isEndlessMeant, setEndlessMeant] = useState(false);
  const [extent, setExtent] = useState({ of: accountId, ...WHOLE });
  // What was ticked for one account says nothing of another.
  const chosen = extent.of === accountId ? extent : WHOLE;
  const permissions = permissionsOfExtent(chosen);
  const making = useMutation({
    mutationFn: () => make({ name: name.trim(), secondsToLive: Number(days) * DAY_SECONDS, permissions }),
    onSuccess: onMade,
  });
  if (making.data !== undefined) return <NewToken token={making.data.key} onClose={onClose} />;
  const taken = takenName(making.error);
  return (
    <FormDialog
      title={words.makeToken}
      isOpen
      onClose={onClose}
      submit={words.makeToken}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      isDisabled={accountId === "" || permissions?.length === 0 || (days === "0" && !isEndlessMeant)}
      error={taken === undefined ? making.error : null}
    >
      {children}
      <TextField
        label={words.columns.name}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        autoComplete="off"
        error={taken}
      />
      <Select label={words.life} options={LIVES} value={days} onChange={setDays} />
      {days === "0" && (
        <Checkbox isSelected={isEndlessMeant} onChange={setEndlessMeant}>
          {words.endlessMeant}
        </Checkbox>
      )}
      {accountId !== "" && (
        <TokenExtent
          accountId={accountId}
          value={chosen}
          onChange={(value) => setExtent({ of: accountId, ...value })}
        />
      )}
    </FormDialog>
  );
}

/** The one time that a token is shown. */
function NewToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <Dialog title={words.newToken} isOpen onClose={onClose}>
      <Alert kind="warn">{words.shownOnce}</Alert>
      <CopiedText label={words.token} text={token} copy={words.copy} copied={words.copied} />
      <CopiedText label={words.command} text={commandWith(token)} copy={words.copyCommand} copied={words.copied} />
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks this server who the token is: it answers whatever the account may do. */
function commandWith(token: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${window.location.origin}${publicPath()}/api/user`;
}
