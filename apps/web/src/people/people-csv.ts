import type { Person } from "../api/people.ts";
import { csvText } from "../control/csv-text.ts";
import { texts } from "./messages.ts";

/** A line for each person, with all that a list can show of them. */
export function peopleCsv(people: readonly Person[]): string {
  const { columns } = texts.users;
  const head = [
    columns.email,
    columns.name,
    columns.role,
    columns.state,
    columns.lastSignIn,
    columns.created,
    columns.phone,
    columns.providers,
    "uid",
  ];
  const lines = people.map(({ uid, email, name, role, state, createdAt, lastSignInAt, phone, providers }) => [
    email,
    name,
    role,
    state,
    lastSignInAt ?? "",
    createdAt,
    phone,
    providers.join(" "),
    uid,
  ]);
  return csvText([head, ...lines]);
}
