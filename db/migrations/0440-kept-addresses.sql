-- Somebody can work before the address is confirmed. Whoever signs up with the same address later must not get what is
-- there already, so the address of a sign-up that has a business is kept. Until now only confirmed users had one.
alter table users add column is_address_kept boolean not null default false;
