import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, PenLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { publicPath } from "../api/public-path.ts";
import {
  addSigningKey,
  changeSigningKey,
  removeSigningKey,
  type SigningKey,
  signingKeysQuery,
} from "../api/settings.ts";
import { systemQuery } from "../api/system.ts";
import { may } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { Status } from "../control/status.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { AccessPage } from "./access-page.tsx";
import { AccessText } from "./access-text.tsx";
import { KeyRotation } from "./key-rotation.tsx";
import { texts } from "./messages.ts";
import { TokenReader } from "./token-reader.tsx";

const ALGORITHMS = ["ES256", "RS256", "EdDSA", "HS256"].map((id) => ({ id, label: id }));
const STATE_KINDS = { in_use: "ok", standby: "info", previously_used: "unknown", revoked: "crit" } as const;
const KEY_SET = "/auth/v1/.well-known/jwks.json";

/** The keys of access tokens, and their rotation. */
export function KeysPage() {
  const keys = useQuery(signingKeysQuery);
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Ending>();
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: signingKeysQuery.queryKey }),
  });
  return (
    <AccessPage
      page="keys"
      lead={
        <>
          {texts.keys.published} <a href={publicPath() + KEY_SET}>{KEY_SET}</a>.
        </>
      }
      actions={
        <Writable>
          <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
            {texts.keys.add}
          </Button>
        </Writable>
      }
    >
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {keys.error !== null && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {keys.data !== undefined && <KeyTable keys={keys.data} onAct={acting.mutate} onEnd={setEnding} />}
      {keys.data !== undefined && (
        <KeyRotation
          keys={keys.data}
          onMake={() => setAdding(true)}
          onSign={(id) => acting.mutate(() => changeSigningKey(id, "in_use"))}
          onRevoke={(id) => setEnding({ act: "revoke", id })}
        />
      )}
      <ProgramKeys />
      <TokenReader keys={keys.data ?? []} />
      {isAdding && <AddKey onClose={() => setAdding(false)} />}
      {ending !== undefined && <EndKey ending={ending} onClose={() => setEnding(undefined)} />}
    </AccessPage>
  );
}

/** What is asked about before it happens: tokens end with it. */
interface Ending {
  readonly act: "revoke" | "remove";
  readonly id: string;
}

function EndKey({ ending: { act, id }, onClose }: { readonly ending: Ending; readonly onClose: () => void }) {
  const { title, text, submit } = texts.keys.ending[act];
  return (
    <RemoveDialog
      title={title(id.slice(0, 8))}
      text={text}
      submit={submit}
      remove={() => (act === "revoke" ? changeSigningKey(id, "revoked") : removeSigningKey(id))}
      changes={signingKeysQuery.queryKey}
      onClose={onClose}
    />
  );
}

/** Where the keys of programs are: no page ever shows the secret one. */
function ProgramKeys() {
  const { title, lead, publishable, secret, replace } = texts.programKeys;
  const known = [publishable, secret, replace];
  const system = useQuery({
    ...systemQuery,
    enabled: may(useCurrentUser(), "settings:read"),
    refetchInterval: false,
  });
  return (
    <Section title={title} lead={lead}>
      <MissingPart name={publishable.name} query={system} />
      {system.data !== undefined && <AccessText label={publishable.name} text={system.data.publishableKey} />}
      <dl className="v-terms">
        {known.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface KeyTableProps {
  readonly keys: readonly SigningKey[];
  readonly onAct: (act: () => Promise<unknown>) => void;
  readonly onEnd: (ending: Ending) => void;
}

function KeyTable({ keys, onAct, onEnd }: KeyTableProps) {
  const { columns, states, acts, actsFor } = texts.keys;
  const { isReadOnly } = useCurrentUser();
  const head = (
    <>
      <th scope="col">{columns.id}</th>
      <WideHead>{columns.algorithm}</WideHead>
      <th scope="col">{columns.status}</th>
      <WideHead>{columns.created}</WideHead>
      <ActionsHead />
    </>
  );
  return (
    <Table hasSheets label={texts.pages.keys} head={head}>
      {keys.map(({ id, algorithm, status, created_at }) => {
        const become = (to: SigningKey["status"]) => () => onAct(() => changeSigningKey(id, to));
        const revoking = {
          label: acts.revoked,
          icon: Ban,
          kind: "danger" as const,
          onAction: () => onEnd({ act: "revoke", id }),
        };
        const actions = {
          standby: [{ label: acts.in_use, icon: PenLine, onAction: become("in_use") }, revoking],
          in_use: [],
          previously_used: [{ label: acts.in_use, icon: PenLine, onAction: become("in_use") }, revoking],
          revoked: [
            {
              label: acts.remove,
              icon: Trash2,
              kind: "danger" as const,
              onAction: () => onEnd({ act: "remove", id }),
            },
          ],
        }[status];
        return (
          <TableRow key={id} name={id.slice(0, 8)}>
            <th scope="row">
              <code>{id.slice(0, 8)}</code>
              <SecondLine>{algorithm}</SecondLine>
            </th>
            <td className="v-cell-wide">{algorithm}</td>
            <td>
              <Status kind={STATE_KINDS[status]}>{states[status]}</Status>
            </td>
            <td className="v-cell-quiet v-cell-wide">
              <Age at={created_at} />
            </td>
            <td className="v-cell-action">
              {actions.length > 0 && !isReadOnly && <RowMenu label={actsFor(id.slice(0, 8))} actions={actions} />}
            </td>
          </TableRow>
        );
      })}
    </Table>
  );
}

function AddKey({ onClose }: { readonly onClose: () => void }) {
  const [algorithm, setAlgorithm] = useState("ES256");
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: () => addSigningKey(algorithm),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: signingKeysQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.keys.add}
      isOpen
      onClose={onClose}
      submit={texts.keys.add}
      onSubmit={() => adding.mutate()}
      isPending={adding.isPending}
      error={adding.error}
    >
      <p>{texts.keys.addText}</p>
      <Select label={texts.keys.algorithm} options={ALGORITHMS} value={algorithm} onChange={setAlgorithm} autoFocus />
    </FormDialog>
  );
}
