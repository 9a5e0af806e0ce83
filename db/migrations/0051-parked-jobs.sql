-- Parked jobs whose `giveUp` has run: a worker that is killed at the last try cannot run it itself.
create table given_up_jobs (
  job_id uuid primary key,
  at timestamptz not null default now()
);
create index given_up_jobs_at on given_up_jobs (at);
grant select, insert, delete on given_up_jobs to kartoteka_app;

-- The rest of this chunk was given up: its cards count as failed until an operator repeats the job.
alter table push_chunks add column given_up_at timestamptz;
