import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { giveRole, heldRolesQuery, type RoleHolder, rolesQuery, takeRole } from "../api/roles.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { chosenOf } from "../control/chosen-of.ts";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";

interface HeldRolesProps {
  readonly holder: RoleHolder;
  readonly id: string;
}

/** The custom roles of a person, a service account or a team. */
export function HeldRoles({ holder, id }: HeldRolesProps) {
  const held = useQuery(heldRolesQuery(holder, id));
  const all = useQuery(rolesQuery);
  const [isGiving, setGiving] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey });
  const taking = useMutation({ mutationFn: (uid: string) => takeRole(holder, id, uid), onSuccess: refresh });
  const heldUids = new Set((held.data ?? []).map(({ uid }) => uid));
  // None are free until it is known which are held.
  const free = (held.data === undefined ? [] : (all.data ?? []))
    .filter(({ uid }) => !heldUids.has(uid))
    .map(({ uid, name }) => ({ id: uid, label: name }));
  const failed = [held, all].find(({ error }) => error !== null);
  const { roles } = texts;
  return (
    <Section
      title={roles.held}
      lead={roles.heldLead}
      actions={
        <Writable>
          {all.data?.length === 0 && <LinkButton to="/people/roles">{roles.make}</LinkButton>}
          {free.length > 0 && <Button onPress={() => setGiving(true)}>{roles.give}</Button>}
        </Writable>
      }
    >
      {taking.error !== null && <FaultAlert error={taking.error} />}
      {failed?.error != null && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {held.data?.length === 0 && all.data !== undefined && (
        <EmptyPart
          of={roles.held}
          text={all.data.length === 0 ? roles.none : roles.noneHeld}
          learn="teams#custom-roles"
        />
      )}
      <RowList label={roles.held}>
        {(held.data ?? []).map(({ uid, name, description }) => (
          <ListRow
            key={uid}
            title={name}
            note={description}
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  isPending={taking.isPending && taking.variables === uid}
                  onPress={() => taking.mutate(uid)}
                  aria-label={roles.takeFrom(name)}
                >
                  {texts.team.remove}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {isGiving && <GiveRole holder={holder} id={id} options={free} onClose={() => setGiving(false)} />}
    </Section>
  );
}

interface GiveRoleProps extends HeldRolesProps {
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onClose: () => void;
}

function GiveRole({ holder, id, options, onClose }: GiveRoleProps) {
  const [chosen, setChosen] = useState("");
  // Others give and take roles meanwhile: what is sent is always what is shown.
  const role = chosenOf(options, chosen)?.id ?? "";
  const queryClient = useQueryClient();
  const giving = useMutation({
    mutationFn: () => giveRole(holder, id, role),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.roles.give}
      isOpen
      onClose={onClose}
      submit={texts.roles.give}
      onSubmit={() => giving.mutate()}
      isPending={giving.isPending}
      isDisabled={role === ""}
      error={giving.error}
    >
      <Select
        label={texts.roles.role}
        placeholder={texts.roles.choose}
        options={options}
        value={role}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
