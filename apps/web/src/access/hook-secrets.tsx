import { type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetOldHookSecret, hooksQuery, renewHookSecret } from "../api/hooks.ts";
import { settingsQuery } from "../api/settings.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Dialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { faultOfLast } from "../control/fault-of-last.ts";
import { Section } from "../control/section.tsx";
import { ActionsHead, Table } from "../control/table.tsx";
import { Writable } from "../session/writable.tsx";
import { AccessText } from "./access-text.tsx";
import { hookTitle } from "./hook-calls.tsx";
import { texts } from "./messages.ts";
import { pinOf } from "./setting-value.ts";

/** What signs the calls of each hook over HTTP, and its replacement without a gap. */
export function HookSecrets() {
  const hooks = useQuery(hooksQuery);
  const settings = useQuery(settingsQuery);
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
  const renewing = useMutation({ mutationFn: renewHookSecret, onSuccess });
  const forgetting = useMutation({ mutationFn: forgetOldHookSecret, onSuccess });
  const signed = (hooks.data ?? []).filter(({ uri }) => /^https?:/.test(uri));
  const pinOfSecrets = (hook: string) => {
    const field = settings.data?.find((one) => one.field === `hook_${hook}_secrets`);
    return field && pinOf(field);
  };
  const { title, lead, none, columns, count } = texts.hookSecrets;
  const error = faultOfLast(renewing, forgetting);
  const head = (
    <>
      <th scope="col">{columns.hook}</th>
      <th scope="col">{columns.secrets}</th>
      <ActionsHead />
    </>
  );
  return (
    <Section title={title} lead={lead}>
      {hooks.error !== null && <ErrorState error={hooks.error} onRetry={() => void hooks.refetch()} />}
      {error !== null && <FaultAlert error={error} />}
      {hooks.data !== undefined && signed.length === 0 && <EmptyPart of={title} text={none} learn="hooks#over-http" />}
      {signed.length > 0 && (
        <Table label={`${title}: ${columns.hook}, ${columns.secrets}`} head={head}>
          {signed.map(({ hook, secrets }) => (
            <tr key={hook}>
              <th scope="row">{hookTitle(hook)}</th>
              <td>{count(secrets)}</td>
              <td>
                <SecretActs
                  hook={hook}
                  isReplacing={secrets > 1}
                  pin={pinOfSecrets(hook)}
                  renewing={renewing}
                  forgetting={forgetting}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {renewing.data !== undefined && <NewHookSecret secret={renewing.data} onClose={renewing.reset} />}
    </Section>
  );
}

interface SecretActsProps {
  readonly hook: string;
  /** Whether the one before still signs, too. */
  readonly isReplacing: boolean;
  /** Where the secrets are set, if no page can change them. */
  readonly pin: string | undefined;
  readonly renewing: UseMutationResult<string, Error, string>;
  readonly forgetting: UseMutationResult<unknown, Error, string>;
}

function SecretActs({ hook, isReplacing, pin, renewing, forgetting }: SecretActsProps) {
  const { renew, renewOf, forget, forgetOf } = texts.hookSecrets;
  if (pin !== undefined) return <span className="v-hint">{pin}</span>;
  return (
    <Writable>
      {isReplacing && (
        <Button
          kind="quiet"
          aria-label={forgetOf(hookTitle(hook))}
          isPending={forgetting.isPending}
          onPress={() => forgetting.mutate(hook)}
        >
          {forget}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={renewOf(hookTitle(hook))}
        isPending={renewing.isPending}
        onPress={() => renewing.mutate(hook)}
      >
        {renew}
      </Button>
    </Writable>
  );
}

function NewHookSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { made, shownOnce, secret: label, done } = texts.hookSecrets;
  return (
    <Dialog title={made} isOpen onClose={onClose}>
      <Alert kind="warn">{shownOnce}</Alert>
      <AccessText label={label} text={secret} />
      <div className="v-dialog-actions">
        <Button kind="primary" onPress={onClose}>
          {done}
        </Button>
      </div>
    </Dialog>
  );
}
