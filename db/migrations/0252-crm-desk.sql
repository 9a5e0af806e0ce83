-- Clients that a CRM refused, or of whom it is unclear who they are there, are tried again whenever somebody wishes.
alter table crm_runs
  -- 0: the run of the day; every repetition of that day has a number of its own.
  add column retry int not null default 0,
  -- The clients of a repetition; null: all that are in trouble.
  add column client_ids uuid[];
-- Under its old name: a process of the version before names it when it starts the run of the day.
alter table crm_runs drop constraint crm_runs_once_a_day;
alter table crm_runs add constraint crm_runs_once_a_day unique (cabinet_id, moscow_day, retry);
create index crm_clients_in_trouble on crm_clients (cabinet_id, client_id)
  where fault is not null or doubt is not null;
