-- A client attaches files to the brief of a project, in order. Owner: features/commissions.
create table project_assets (
  project_id uuid not null references projects (id),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (project_id, position)
);
create index project_assets_by_asset on project_assets (asset_id);
