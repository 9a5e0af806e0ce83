-- A run and a round go on where they were, part by part, however many clients there are.
alter table crm_runs add column cursor uuid;
alter table integrations
  add column read_cursor uuid,
  -- The account that the credentials lead to, as the CRM names it; '' where it names none.
  add column account text not null default '';
-- crm_clients.run_id and is_tried are no longer used.
create index crm_clients_stale on crm_clients (cabinet_id, client_id) where is_stale;
