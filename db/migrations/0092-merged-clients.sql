-- Two clients who are one person: one stays, the other is a row that its card and its history still belong to.
alter table clients add column merged_into uuid;
create index clients_merged on clients (cabinet_id, merged_into) where merged_into is not null;

-- What a merge has changed, so that it can be undone.
create table client_merges (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  kept_id uuid not null,
  gone_id uuid not null,
  at timestamptz not null,
  by_user uuid,
  -- Columns of both before, and of the one that stays after it.
  kept_before jsonb not null,
  kept_after jsonb not null,
  gone_before jsonb not null,
  undone_at timestamptz,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, kept_id) references clients on delete cascade,
  foreign key (cabinet_id, gone_id) references clients on delete cascade
);
-- A client is merged into one other at a time.
create unique index client_merges_open on client_merges (cabinet_id, gone_id) where undone_at is null;
create index client_merges_kept on client_merges (cabinet_id, kept_id);
call build_wall('client_merges');
