import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye, KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type CustomRole, deleteRole, isRoleOvertaken, makeRole, rolesQuery, saveRole } from "../api/roles.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { TextField } from "../control/text-field.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";
import { permissionLines, readPermissionLines } from "./permission-lines.ts";
import { faultOfLines, RolePermissions } from "./role-permissions.tsx";
import { takenName } from "./taken-name.ts";

const { roles: words } = texts;

export function RolesPage() {
  const user = useCurrentUser();
  return may(user, "roles:read") ? (
    <Roles />
  ) : (
    <NoAccess title={texts.pages.roles} neededRole="Admin" permission="roles:read" />
  );
}

function Roles() {
  const roles = useQuery(rolesQuery);
  const [edited, setEdited] = useState<CustomRole | "new">();
  const { isReadOnly } = useCurrentUser();
  const [leaving, setLeaving] = useState<CustomRole>();
  const make = (
    <Writable>
      <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setEdited("new")}>
        {words.make}
      </Button>
    </Writable>
  );
  const head = (
    <>
      <th scope="col">{words.columns.name}</th>
      <WideHead>{words.columns.description}</WideHead>
      <th scope="col">{words.columns.permissions}</th>
      <ActionsHead />
    </>
  );
  return (
    <Page title={texts.pages.roles} actions={make}>
      <PeopleTabs />
      {roles.error !== null && <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {roles.data?.length === 0 && (
        <EmptyState icon={KeyRound} title={words.empty} text={words.emptyText} learn="teams#custom-roles">
          {make}
        </EmptyState>
      )}
      {roles.data !== undefined && roles.data.length > 0 && (
        <Table hasSheets label={texts.pages.roles} head={head}>
          {roles.data.map((role) => (
            <TableRow key={role.uid} name={role.name}>
              <th scope="row">
                {role.name}
                <SecondLine>{role.description}</SecondLine>
              </th>
              <td className="v-cell-wide">{role.description}</td>
              <td>{role.permissions.length}</td>
              <td className="v-cell-action">
                <RowMenu
                  label={messages.list.actionsFor(role.name)}
                  actions={
                    isReadOnly
                      ? [{ label: words.show, icon: Eye, onAction: () => setEdited(role) }]
                      : [
                          { label: words.change, icon: Pencil, onAction: () => setEdited(role) },
                          {
                            label: words.delete,
                            icon: Trash2,
                            kind: "danger",
                            onAction: () => setLeaving(role),
                          },
                        ]
                  }
                />
              </td>
            </TableRow>
          ))}
        </Table>
      )}
      {edited !== undefined && (
        <RoleDialog role={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {leaving !== undefined && (
        <RemoveDialog
          title={words.deleteTitle(leaving.name)}
          text={words.deleteText}
          submit={words.delete}
          remove={() => deleteRole(leaving.uid)}
          changes={rolesQuery.queryKey}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Page>
  );
}

interface RoleDialogProps {
  /** `undefined` for a new one. */
  readonly role: CustomRole | undefined;
  readonly onClose: () => void;
}

function RoleDialog({ role, onClose }: RoleDialogProps) {
  const { isReadOnly } = useCurrentUser();
  const [seen, setSeen] = useState(role);
  const [typed, setTyped] = useState<Partial<RoleFields>>({});
  const stored = fieldsOf(seen);
  const { name, description, lines } = { ...stored, ...typed };
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (sent: string) => {
      const draft = { name: name.trim(), description: description.trim(), permissions: readPermissionLines(sent) };
      return seen === undefined ? makeRole(draft) : saveRole(seen.uid, seen.version, draft);
    },
    // The newer version is loaded, so that a second press of Save is made on purpose and goes through.
    onError: async (error) => {
      if (!isRoleOvertaken(error)) return;
      const roles = await queryClient.fetchQuery({ ...rolesQuery, staleTime: 0 });
      setSeen(roles.find(({ uid }) => uid === seen?.uid) ?? seen);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey });
      onClose();
    },
  });
  const taken = takenName(saving.error);
  const lineFault = faultOfLines(saving.error, saving.variables ?? "");
  const isOvertaken = isRoleOvertaken(saving.error);
  const change = (part: keyof RoleFields) => (value: string) => setTyped((before) => ({ ...before, [part]: value }));
  const hintOf = (part: keyof RoleFields, value: string) =>
    isOvertaken && value !== stored[part] ? texts.nowSaved(stored[part].replaceAll("\n", "; ")) : undefined;
  const fields = (
    <>
      <TextField
        label={words.columns.name}
        value={name}
        onChange={change("name")}
        hint={hintOf("name", name)}
        isReadOnly={isReadOnly}
        isRequired
        autoFocus
        autoComplete="off"
        error={taken}
      />
      <TextField
        label={words.columns.description}
        value={description}
        onChange={change("description")}
        hint={hintOf("description", description)}
        isReadOnly={isReadOnly}
        autoComplete="off"
      />
      <RolePermissions
        lines={lines}
        onChange={change("lines")}
        hint={hintOf("lines", lines)}
        error={saving.variables === lines ? lineFault : undefined}
        isReadOnly={isReadOnly}
      />
    </>
  );
  if (isReadOnly) {
    return (
      <Dialog title={name} isOpen onClose={onClose}>
        {fields}
        <div className="v-dialog-actions">
          <Button onPress={onClose}>{words.close}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={role === undefined ? words.make : words.changeTitle(role.name)}
      isOpen
      onClose={onClose}
      submit={role === undefined ? words.make : words.save}
      onSubmit={() => saving.mutate(lines)}
      isPending={saving.isPending}
      error={taken === undefined && lineFault === undefined ? saving.error : null}
      partError={saving.error ?? undefined}
      errorText={isOvertaken ? words.overtaken : undefined}
    >
      {fields}
    </FormDialog>
  );
}

/** A role as it is typed. */
interface RoleFields {
  readonly name: string;
  readonly description: string;
  /** A permission each. */
  readonly lines: string;
}

function fieldsOf(role: CustomRole | undefined): RoleFields {
  return {
    name: role?.name ?? "",
    description: role?.description ?? "",
    lines: permissionLines(role?.permissions ?? []),
  };
}
