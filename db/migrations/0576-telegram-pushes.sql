-- A push that goes to the Telegram chats of its audience. Its messages are those of cards: one for a run and a card,
-- the best card of the person whose chat it is.
alter table pushes drop constraint pushes_type_check;
alter table pushes add constraint pushes_type_check check (type in ('text', 'geo', 'beacon', 'telegram')) not valid;

alter table client_messages drop constraint client_messages_channel_check;
alter table client_messages add constraint client_messages_channel_check
  check (channel in ('apple', 'google', 'telegram', 'none')) not valid;
alter table client_messages
  -- When a worker began to send it to Telegram; null: nobody has. One that was begun is never begun again.
  add column claimed_at timestamptz,
  -- Why Telegram did not take it.
  add column failure text;

alter table push_runs
  -- Clients in the audience of a push by Telegram, linked or not; null: another push.
  add column audience int,
  -- Of those who were linked, who has blocked the bot, has unsubscribed meanwhile, or whose chat is gone.
  add column blocked int not null default 0,
  -- Why it ended before its end: the bot was turned off, or Telegram no longer accepts its token.
  add column stopped text;
