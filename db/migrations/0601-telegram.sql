-- A business's own bot at Telegram, the chats of its clients with it, and what was sent to them there.
alter table cabinet_modules drop constraint cabinet_modules_id_check;
alter table cabinet_modules add constraint cabinet_modules_id_check
  check (id in ('welcome', 'referral', 'telegram')) not valid;
insert into module_prices (id) values ('telegram');

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
  'tariff_certificate_expires', 'api_request_limit', 'balance_ends', 'push_failed', 'google_review', 'bill_paid',
  'money_returned', 'shares_released', 'payout_booked', 'module_price', 'telegram_lost')) not valid;

create table telegram_bots (
  cabinet_id bigint primary key references cabinets,
  -- Encrypted for this row; null: no bot was connected yet.
  sealed_token bytea,
  bot_id bigint,
  username text not null default '',
  -- Of the address that Telegram sends updates to, and of the secret beside it; null: it sends none.
  key_hash bytea,
  secret_hash bytea,
  greeting text not null default '',
  link_text text not null default '',
  -- `lost`: Telegram no longer accepts the token.
  state text not null default 'off' check (state in ('off', 'connected', 'lost')),
  lost_at timestamptz,
  saved_at timestamptz not null
);
call build_wall('telegram_bots');

-- A client has one chat with the bot, and a chat belongs to one client.
create table telegram_chats (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  bot_id bigint not null,
  chat_id bigint not null,
  -- `gone`: the chat no longer exists. After /stop there is no row.
  state text not null check (state in ('reachable', 'blocked', 'gone')),
  linked_at timestamptz not null,
  state_at timestamptz not null,
  -- The client of whom it was before two became one.
  merged_from uuid,
  primary key (cabinet_id, client_id),
  unique (cabinet_id, chat_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index telegram_chats_reachable on telegram_chats (cabinet_id, bot_id, client_id) where state = 'reachable';
call build_wall('telegram_chats');

-- Links by which a client opens the bot: for a day, for one chat, once.
create table telegram_links (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  token_hash bytea not null,
  client_id uuid not null,
  expires_at timestamptz not null,
  -- Who has opened it; only this chat may agree.
  chat_id bigint,
  used_at timestamptz,
  primary key (cabinet_id, id),
  unique (cabinet_id, token_hash),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index telegram_links_client on telegram_links (cabinet_id, client_id);
create index telegram_links_end on telegram_links (cabinet_id, expires_at);
call build_wall('telegram_links');

-- Updates that were taken: Telegram sends some twice.
create table telegram_updates (
  cabinet_id bigint not null references cabinets,
  bot_id bigint not null,
  update_id bigint not null,
  at timestamptz not null,
  primary key (cabinet_id, bot_id, update_id)
);
create index telegram_updates_at on telegram_updates (cabinet_id, at);
call build_wall('telegram_updates');

create table telegram_messages (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  at timestamptz not null,
  text text not null,
  -- `sending`: Telegram is being asked. `unknown`: it may have arrived, and is never repeated.
  state text not null check (state in ('queued', 'sending', 'sent', 'not_sent', 'unknown')),
  -- Why it was not sent.
  failure text,
  settled_at timestamptz,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index telegram_messages_client on telegram_messages (cabinet_id, client_id, at desc);
create index telegram_messages_at on telegram_messages (cabinet_id, at);
call build_wall('telegram_messages');
