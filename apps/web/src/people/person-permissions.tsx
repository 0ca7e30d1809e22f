import { Section } from "../control/section.tsx";
import { texts } from "./messages.ts";
import { PermissionList } from "./permission-list.tsx";

/** What somebody may do all in all: by their basic role, custom roles, teams, and what is shared with them. */
export function PersonPermissions({ id }: { readonly id: string }) {
  const { title, lead, none } = texts.sight;
  return (
    <Section title={title} lead={lead}>
      <PermissionList id={id} none={none} />
    </Section>
  );
}
