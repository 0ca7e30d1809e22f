import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { basicRoleQuery, changeBasicRole } from "../api/people.ts";
import type { Role } from "../api/user.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { ROLE_OPTIONS, texts } from "./messages.ts";

/** What somebody may do everywhere. */
export function BasicRole({ id }: { readonly id: string }) {
  const role = useQuery(basicRoleQuery(id));
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: (next: Role) => changeBasicRole(id, next),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["people"] }),
  });
  if (role.data === undefined) return <MissingPart name={texts.basicRole} query={role} />;
  return (
    <Section title={texts.basicRole} lead={texts.basicRoleLead}>
      {changing.error !== null && <FaultAlert error={changing.error} />}
      <RoleChoice
        label={texts.basicRole}
        isLabelHidden
        value={role.data}
        onChange={(next) => next !== role.data && changing.mutate(next)}
      />
    </Section>
  );
}

interface RoleChoiceProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** A basic role, to be changed or, where the server refuses changes, to be read. */
export function RoleChoice({ value, ...choice }: RoleChoiceProps) {
  if (useCurrentUser().isReadOnly) return <p>{texts.users.roles[value]}</p>;
  return <Select {...choice} options={ROLE_OPTIONS} value={value} />;
}
