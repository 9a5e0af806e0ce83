-- A number that somebody typed into a form without proving it, although it belongs to another client: that client keeps
-- it in `tel`, and the new one has it here (decision 038).
alter table clients add column typed_tel text not null default '';
create index clients_typed_tel on clients (cabinet_id, typed_tel) where typed_tel <> '';
