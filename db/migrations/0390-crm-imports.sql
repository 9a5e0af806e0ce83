-- Clients are imported from the connected CRM too: read page by page into the parts that files have, then checked,
-- imported and taken back like lines of a file. The contract says which states and verdicts there are.
alter table client_imports drop constraint if exists client_imports_state_check;
alter table client_import_rows drop constraint if exists client_import_rows_verdict_check;
alter table client_imports
  -- The system that it was read from; null: a file.
  add column crm text,
  -- The place from which reading goes on.
  add column cursor text not null default '',
  -- Why reading has stopped.
  add column stopped_by text;
