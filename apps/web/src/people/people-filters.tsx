import { useQuery } from "@tanstack/react-query";
import { PERSON_FILTERS, type PeopleFilter, type PersonFilter, providersInUseQuery } from "../api/people.ts";
import { SearchBox } from "../control/search-box.tsx";
import { Select } from "../control/select.tsx";
import type { ListAddress } from "../frame/list-address.ts";
import { texts } from "./messages.ts";
import { useProviderTitle } from "./provider-title.ts";
import "./people-filters.css";

const words = texts.users;

const STATE_OPTIONS: readonly { readonly id: PersonFilter | "any"; readonly label: string }[] = [
  { id: "any", label: words.anyState },
  ...PERSON_FILTERS.map((id) => ({ id, label: words.states[id] })),
];

/** Parameters of the address that hold days, by what they filter. */
const DAYS = {
  createdFrom: "created_from",
  createdTo: "created_to",
  signedInFrom: "signed_in_from",
  signedInTo: "signed_in_to",
} as const;

/** What takes all filters away. */
export const UNFILTERED = {
  q: undefined,
  state: undefined,
  provider: undefined,
  ...Object.fromEntries(Object.values(DAYS).map((parameter) => [parameter, undefined])),
};

type UsersFilter = Required<PeopleFilter> & { readonly state: PersonFilter | undefined };

/** Whom the address of the list asks for. */
export function peopleFilterOf({ value }: ListAddress): UsersFilter {
  return {
    query: value("q"),
    state: PERSON_FILTERS.find((filter) => filter === value("state")),
    provider: value("provider"),
    createdFrom: value(DAYS.createdFrom),
    createdTo: value(DAYS.createdTo),
    signedInFrom: value(DAYS.signedInFrom),
    signedInTo: value(DAYS.signedInTo),
  };
}

/** What the list is filtered by, in the words of its controls. */
export function filterWords({ query, state, provider, ...days }: UsersFilter): string {
  const { createdFrom, createdTo, signedInFrom, signedInTo } = days;
  const said = [query, state && words.states[state], provider];
  if (createdFrom + createdTo !== "") said.push(`${words.columns.created} ${createdFrom} – ${createdTo}`);
  if (signedInFrom + signedInTo !== "") said.push(`${words.columns.lastSignIn} ${signedInFrom} – ${signedInTo}`);
  return said.filter(Boolean).join(", ");
}

interface PeopleFiltersProps {
  readonly list: ListAddress;
  readonly filter: UsersFilter;
}

interface PeopleSearchProps extends PeopleFiltersProps {
  /** How many there are for the filter, once that is known. */
  readonly found: number | undefined;
}

export function PeopleFilters({ list, filter, found }: PeopleSearchProps) {
  const { query, state, provider } = filter;
  return (
    <>
      <SearchBox
        label={words.search}
        value={query}
        found={filterWords(filter) === "" ? undefined : found}
        onChange={(q) => list.change({ q })}
      />
      <Select
        label={words.stateFilter}
        isLabelHidden
        options={STATE_OPTIONS}
        value={state ?? "any"}
        onChange={(chosen) => list.change({ state: chosen === "any" ? "" : chosen })}
      />
      <ProviderFilter value={provider} onChange={(chosen) => list.change({ provider: chosen })} />
    </>
  );
}

/** Days between which people were made and signed in last; closed unless the address asks for some. */
export function PeopleDays({ list, filter }: PeopleFiltersProps) {
  const isAsked = filter.createdFrom + filter.createdTo + filter.signedInFrom + filter.signedInTo !== "";
  const day = (name: keyof typeof DAYS, label: string) => (
    <input
      className="v-input"
      type="date"
      aria-label={label}
      value={filter[name]}
      onChange={({ target }) => list.change({ [DAYS[name]]: target.value })}
    />
  );
  return (
    <details className="v-people-days" open={isAsked}>
      <summary>{words.moreFilters}</summary>
      <div>
        <fieldset>
          <legend className="v-label">{words.columns.created}</legend>
          {day("createdFrom", words.createdFrom)}
          {day("createdTo", words.createdTo)}
        </fieldset>
        <fieldset>
          <legend className="v-label">{words.columns.lastSignIn}</legend>
          {day("signedInFrom", words.signedInFrom)}
          {day("signedInTo", words.signedInTo)}
        </fieldset>
      </div>
    </details>
  );
}

interface ProviderFilterProps {
  readonly value: string;
  readonly onChange: (provider: string) => void;
}

const ANY = "any provider";

function ProviderFilter({ value, onChange }: ProviderFilterProps) {
  const providers = useQuery(providersInUseQuery);
  const titleOf = useProviderTitle();
  const data = providers.data ?? [];
  const known = value === "" || data.includes(value) ? data : [...data, value];
  return (
    <Select
      label={words.columns.providers}
      isLabelHidden
      options={[{ id: ANY, label: words.anyProvider }, ...known.map((id) => ({ id, label: titleOf(id) }))]}
      value={value === "" ? ANY : value}
      onChange={(chosen) => onChange(chosen === ANY ? "" : chosen)}
    />
  );
}
