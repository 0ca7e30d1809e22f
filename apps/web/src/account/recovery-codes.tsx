import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeRecoveryCodes } from "../api/account.ts";
import { isRefusal } from "../api/api-error.ts";
import { asUser } from "../api/identity.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { ConfirmDialog } from "../control/remove-dialog.tsx";
import { Section } from "../control/section.tsx";
import { texts } from "./messages.ts";

const statusQuery = {
  queryKey: ["account", "recovery-codes"],
  queryFn: () =>
    asUser<{ readonly total: number; readonly remaining: number }>("factors/recovery-codes", {
      like: { total: 0, remaining: 0 },
    }).catch((error: unknown) => {
      if (isRefusal(error) && error.status === 404) return null;
      throw error;
    }),
};

/** For the day the second factor is lost. */
export function RecoveryCodes() {
  const status = useQuery(statusQuery);
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const hasSome = status.data != null;
  const making = useMutation({
    mutationFn: () => makeRecoveryCodes(hasSome),
    onSuccess: () => {
      setCopied(false);
      return queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
  });
  const { title, lead, make, replace, replaceTitle, replaceText, shown, copy, copied, left } = texts.codes;
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <Button
          isPending={making.isPending}
          isDisabled={status.isPending}
          onPress={() => (hasSome ? setAsking(true) : making.mutate())}
        >
          {hasSome ? replace : make}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={replaceTitle}
          text={replaceText}
          submit={replace}
          act={() => making.mutateAsync().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
      {making.error !== null && !isAsking && <FaultAlert error={making.error} />}
      <MissingPart name={title} query={status} />
      {status.data != null && making.data === undefined && <p>{left(status.data.remaining, status.data.total)}</p>}
      {making.data !== undefined && (
        <>
          <Alert kind="warn">{shown}</Alert>
          <ul className="v-codes" aria-label={title}>
            {making.data.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div>
            <Button onPress={() => void copyText(making.data.join("\n")).then(setCopied)}>
              {isCopied ? copied : copy}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
