/** What people say happened, to be drawn into the charts of a dashboard. */
export const ANNOTATIONS = `
create table vedette.annotations (
  id bigint generated always as identity primary key,
  dashboard_uid uuid not null,
  panel_id integer,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= begins_at),
  text text not null,
  tags jsonb not null,
  created_by text not null,
  created_login text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index annotations_time on vedette.annotations (dashboard_uid, begins_at, ends_at);
`;
