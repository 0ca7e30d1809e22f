import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { publicPath } from "../api/public-path.ts";
import { makeServiceToken, serviceAccountsQuery } from "../api/service-accounts.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { CopiedText } from "../control/copied-text.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
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
  /** The account that it is for; whoever makes it chooses one where it is not given. */
  readonly accountId?: string;
  readonly onClose: () => void;
}

/** Makes a token, and shows it once. */
export function MakeToken({ accountId, onClose }: MakeTokenProps) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof LIVES)[number]["id"]>("30");
  const [isEndlessMeant, setEndlessMeant] = useState(false);
  const [chosen, setChosen] = useState("");
  const [extent, setExtent] = useState(WHOLE);
  const permissions = permissionsOfExtent(extent);
  const accounts = useAccountChoices(accountId === undefined);
  const id = accountId ?? (accounts.find((account) => account.id === chosen) ?? accounts[0])?.id ?? "";
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () =>
      makeServiceToken(id, { name: name.trim(), secondsToLive: Number(days) * DAY_SECONDS, permissions }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["service-accounts"] }),
  });
  const choose = (account: string) => {
    setChosen(account);
    setExtent(WHOLE);
  };
  if (making.data !== undefined) return <NewToken token={making.data.key} onClose={onClose} />;
  return (
    <FormDialog
      title={words.makeToken}
      isOpen
      onClose={onClose}
      submit={words.makeToken}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      isDisabled={id === "" || permissions?.length === 0 || (days === "0" && !isEndlessMeant)}
      error={making.error}
    >
      {accountId === undefined && <Select label={words.ofAccount} options={accounts} value={id} onChange={choose} />}
      <TextField label={words.columns.name} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
      <Select label={words.life} options={LIVES} value={days} onChange={setDays} />
      {days === "0" && (
        <Checkbox isSelected={isEndlessMeant} onChange={setEndlessMeant}>
          {words.endlessMeant}
        </Checkbox>
      )}
      {id !== "" && <TokenExtent accountId={id} value={extent} onChange={setExtent} />}
    </FormDialog>
  );
}

/** Accounts beyond these are found on their own pages. */
const MOST_CHOICES = 200;

function useAccountChoices(isWanted: boolean): readonly { readonly id: string; readonly label: string }[] {
  const { data } = useQuery({
    ...serviceAccountsQuery({ query: "", page: 1, perpage: MOST_CHOICES }),
    enabled: isWanted,
  });
  return (data?.serviceAccounts ?? []).map(({ id, name, role }) => ({
    id: String(id),
    label: `${name} (${texts.users.roles[role]})`,
  }));
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
