-- Audit log of writing calls; the server only appends. It belongs to no cabinet: the cabinet is a plain column here.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid,
  via text not null check (via in ('session', 'key', 'nobody')),
  call text not null,
  method text not null,
  path text not null,
  about_cabinet bigint,
  ip text not null,
  request_id text not null,
  status int not null
);
create index audit_log_at on audit_log (at, id);
create index audit_log_user on audit_log (user_id, at);
create index audit_log_cabinet on audit_log (about_cabinet, at);
grant insert on audit_log to kartoteka_app;
grant select on audit_log to kartoteka_scheduler;

-- Which version of the offer a user accepted, and when the password was last changed.
alter table users
  add column offer_version int,
  add column offer_accepted_at timestamptz,
  add column password_changed_at timestamptz;
update users set password_changed_at = created_at;
alter table users alter column password_changed_at set not null;
