import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteServiceToken, type ServiceToken } from "../api/service-accounts.ts";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";

const { accounts: words } = texts;

interface RevokeTokenProps {
  readonly token: ServiceToken;
  readonly revoke: () => Promise<void>;
  /** What the answers begin with that say less then. */
  readonly queryKey: readonly string[];
}

/** A revoked token does not come back: who does it is asked. */
export function RevokeToken({ token, revoke, queryKey }: RevokeTokenProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: revoke,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      setAsking(false);
    },
  });
  return (
    <Writable>
      <Button kind="quiet" onPress={() => setAsking(true)} aria-label={words.revokeOne(token.name)}>
        {words.revoke}
      </Button>
      {isAsking && (
        <FormDialog
          title={words.revokeTitle(token.name)}
          isOpen
          kind="danger"
          onClose={() => setAsking(false)}
          submit={words.revoke}
          onSubmit={() => revoking.mutate()}
          isPending={revoking.isPending}
          error={revoking.error}
        >
          <p>{words.revokeLead}</p>
        </FormDialog>
      )}
    </Writable>
  );
}

interface RevokeServiceTokenProps {
  readonly accountId: string;
  readonly token: ServiceToken;
}

export function RevokeServiceToken({ accountId, token }: RevokeServiceTokenProps) {
  const revoke = () => deleteServiceToken(accountId, token.id);
  return <RevokeToken token={token} revoke={revoke} queryKey={["service-accounts"]} />;
}
