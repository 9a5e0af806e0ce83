-- The audience of a push to many is fixed some cards at a time, each time in a short transaction. A run has a row here
-- until all of it is fixed; its chunks are sent from then on.
create table push_audiences (
  cabinet_id bigint not null references cabinets,
  run_id uuid not null,
  -- Cards of clients up to this one are fixed.
  after_client uuid not null,
  -- Rules of the segment as they were when the push was started; null: it is for all clients.
  rules jsonb,
  -- Cards in its chunks, and how many of them are silent.
  cards int not null default 0,
  silent int not null default 0,
  -- What the push was before, for when nobody is found.
  status_before text not null,
  primary key (cabinet_id, run_id),
  foreign key (cabinet_id, run_id) references push_runs on delete cascade
);
call build_wall('push_audiences');
