/** Objects in all their versions, and the counters that order them. */
export const OBJECT_STORE = `
create schema if not exists vedette;

create table vedette.counters (
  name text primary key,
  value bigint not null default 0
);
insert into vedette.counters (name) values ('resource_version');

create table vedette.object_versions (
  resource_version bigint primary key,
  superseded_by bigint,
  superseded_at timestamptz,
  is_deleted boolean not null default false,
  resource text collate "C" not null,
  namespace text collate "C" not null,
  name text collate "C" not null,
  uid uuid not null,
  generation bigint not null,
  internal_id bigint not null,
  generate_name text,
  title text not null,
  folder text collate "C" not null default '',
  tags jsonb not null,
  labels jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  written_at timestamptz not null,
  written_by text not null,
  message text not null default '',
  size integer not null,
  metadata text not null,
  spec text not null
);

create unique index object_versions_current on vedette.object_versions (resource, namespace, name)
  where superseded_by is null and not is_deleted;
create unique index object_versions_data_source_title on vedette.object_versions (namespace, title)
  where superseded_by is null and not is_deleted and resource = 'datasources';
create index object_versions_superseded on vedette.object_versions (resource, superseded_by)
  where superseded_by is not null;
create index object_versions_history on vedette.object_versions (uid, resource_version);
create index object_versions_changes on vedette.object_versions (resource, resource_version);
`;
