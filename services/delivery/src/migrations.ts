import type { Migration } from "@vedette/database";

/** Tables of delivery. The queue's own tables, schema `vedette_jobs`, are made and upgraded by pg-boss. */
export const deliveryMigrations: readonly Migration[] = [
  {
    id: "delivery/0001-built-in-mails",
    sql: `
      create table vedette.built_in_mails (
        id uuid primary key,
        kind text not null,
        recipient text not null,
        subject text not null,
        body_text text not null,
        body_html text not null,
        created_at timestamptz not null default now()
      );
      create index built_in_mails_newest on vedette.built_in_mails (created_at desc, id);
    `,
  },
  {
    id: "delivery/0002-sealed-mails",
    sql: "alter table vedette.built_in_mails add column is_sealed boolean not null default false;",
  },
];
