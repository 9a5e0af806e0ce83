-- What the demo has added: its people and businesses can be closed and removed by this list, and nothing else is.
create table demo_parts (
  kind text not null check (kind in ('user', 'operator', 'business', 'closed', 'removed')),
  -- Of the user or the business; empty for the two states: nobody can log in to the demo, and it was removed.
  id text not null,
  primary key (kind, id)
);
grant select, insert, delete on demo_parts to kartoteka_app;

-- The demo of an earlier version has a password that everybody knows: it stays closed until a start opens it with the
-- installation's own password.
insert into demo_parts
select case when email_key like 'operator@%' then 'operator' else 'user' end, id::text
from users
where email in ('anna@kartoteka.example', 'boris@kartoteka.example', 'operator@kartoteka.example')
  and email_verified_at is not null;
alter table accesses no force row level security;
insert into demo_parts
select 'business', c.id::text
from cabinets c
join accesses a on a.cabinet_id = c.id and a.role = 'owner'
join users u on u.id = a.user_id and u.email = 'anna@kartoteka.example' and u.email_verified_at is not null
where c.domain in ('coffee-lab', 'salon-vera', 'hotel-sever');
alter table accesses force row level security;
insert into demo_parts select 'closed', '' where exists (select from demo_parts);
-- Until then nobody knows their password: the calculated end of its hash is replaced by random bits.
update users
set password_hash = regexp_replace(password_hash, '[^$]+$', rtrim(
  encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='))
where id::text in (select id from demo_parts where kind in ('user', 'operator'));
update users set superuser = false where id::text in (select id from demo_parts where kind = 'operator');
delete from sessions where user_id::text in (select id from demo_parts where kind in ('user', 'operator'));
