-- Which value of a client here is which field in the CRM.
alter table integrations
  add column field_map jsonb not null default '[]';

alter table crm_clients
  -- Values of mapped fields as both sides had them when they were last exchanged, by the id of the field there.
  add column their_fields jsonb not null default '{}',
  -- Values that are not exchanged, by the id of the field there, and why; null: none.
  add column field_faults jsonb;
