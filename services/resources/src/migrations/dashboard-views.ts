/** How often people opened each dashboard, by the day in UTC; not who. */
export const DASHBOARD_VIEWS = `
create table vedette.dashboard_views (
  dashboard_uid uuid not null,
  day date not null,
  count integer not null,
  primary key (dashboard_uid, day)
);
create index dashboard_views_age on vedette.dashboard_views (day);
`;
