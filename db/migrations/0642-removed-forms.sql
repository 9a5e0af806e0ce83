-- A form that is removed is gone at once, and those who came by it forget it in parts. Null: it is there.
alter table forms add column removed_at timestamptz;
-- The template of a removed form may be deleted before its row is.
alter table forms alter column template_id drop not null;
-- Also of those in the archive, who forget it too.
drop index clients_form;
create index clients_form on clients (cabinet_id, form_id, id) where form_id is not null;
