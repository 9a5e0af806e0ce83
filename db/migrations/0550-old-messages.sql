-- Messages older than the installation keeps are deleted by a job, run by run; what is known of the run stays.
alter table push_runs add column forgotten_at timestamptz;
create index push_runs_remembered on push_runs (cabinet_id, ended_at) where forgotten_at is null;
create policy scheduler on push_runs for select to kartoteka_scheduler using (true);
grant select (cabinet_id, ended_at, forgotten_at) on push_runs to kartoteka_scheduler;

-- Those whose push was deleted, and those to a single client.
create index client_messages_single on client_messages (cabinet_id, at) where run_id is null;
create policy scheduler on client_messages for select to kartoteka_scheduler using (true);
grant select (cabinet_id, run_id, at) on client_messages to kartoteka_scheduler;
