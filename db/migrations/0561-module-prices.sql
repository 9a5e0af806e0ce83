-- What a module costs for thirty days. The operator edits it; a module without a price is part of every plan.
create table module_prices (
  id text primary key,
  price_minor bigint not null default 0 check (price_minor >= 0),
  version int not null default 1
);
insert into module_prices (id) values ('welcome'), ('referral');
grant select on module_prices to kartoteka_app;
grant select, update on module_prices to kartoteka_operator;

-- Days on which the dearer module that is on costs nothing: a bonus for a plan that was paid for months ahead.
create table module_gifts (
  cabinet_id bigint primary key references cabinets,
  -- The last of these days, in Moscow.
  until date not null
);
call build_wall('module_gifts');
