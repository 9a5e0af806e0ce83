-- What the owner lets a member do beyond the daily work: nothing by default. Owners may do everything.
alter table accesses add column rights text[] not null default '{}'
  check (rights <@ array['amounts', 'delete', 'export', 'crm', 'modules']);
