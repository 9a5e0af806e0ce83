-- Days on which the module of Telegram costs nothing: a bonus for six months of a plan that were paid at once.
create table telegram_gifts (
  cabinet_id bigint primary key references cabinets,
  -- The last of these days, in Moscow.
  until date not null
);
call build_wall('telegram_gifts');
