-- Questions to support. They belong to the user who asked, whatever the cabinet: row level security is by user.
create table support_conversations (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  topic text not null check (topic in ('question', 'fault', 'money', 'loyalty', 'coalition', 'idea')),
  state text not null check (state in ('open', 'answered', 'closed')),
  -- The cabinet in which the question was asked; it grants no access to it.
  about_cabinet bigint references cabinets,
  route text not null,
  request_id text not null,
  created_at timestamptz not null,
  -- Of the latest message.
  updated_at timestamptz not null,
  first_answered_at timestamptz,
  -- When the person last looked.
  seen_at timestamptz not null,
  primary key (user_id, id)
);
create index support_conversations_state on support_conversations (state, updated_at);
create index support_conversations_id on support_conversations (id);
create index support_conversations_created on support_conversations (created_at);

-- Uploaded before the message that shows it; what no message shows is removed a day later.
create table support_screenshots (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index support_screenshots_id on support_screenshots (id);

create table support_messages (
  user_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Null: the person himself.
  operator_id uuid references users on delete set null,
  is_answer boolean not null,
  text text not null,
  screenshot_id uuid,
  created_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, conversation_id) references support_conversations on delete cascade,
  foreign key (user_id, screenshot_id) references support_screenshots
);
create index support_messages_of on support_messages (user_id, conversation_id, created_at);

create procedure build_personal_wall(walled regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy person on %s using '
    '(user_id = (select nullif(current_setting(''app.user'', true), '''')::uuid))', walled);
  execute format('create policy operator on %s for select to kartoteka_operator using (true)', walled);
  execute format('grant select, insert, update, delete on %s to kartoteka_app', walled);
  execute format('grant select on %s to kartoteka_operator', walled);
end $$;
call build_personal_wall('support_conversations');
call build_personal_wall('support_screenshots');
call build_personal_wall('support_messages');

-- The average time to an answer is counted over all conversations, from two timestamps and nothing else.
create policy scheduler on support_conversations for select to kartoteka_scheduler using (true);
grant usage on schema public to kartoteka_operator;
grant select (created_at, first_answered_at) on support_conversations to kartoteka_scheduler;

-- The operator can read cabinets, their users and their invitations: never clients, cards or texts.
create policy operator on accesses for select to kartoteka_operator using (true);
create policy operator on invitations for select to kartoteka_operator using (true);
grant select on cabinets, accesses, audit_log to kartoteka_operator;
grant select (cabinet_id, id, inviter_id, email, email_key, state, created_at, expires_at)
  on invitations to kartoteka_operator;
grant select (id, name, surname, email, email_key, email_verified_at, phone, superuser, lang, promo_code, created_at)
  on users to kartoteka_operator;
grant select (id, user_id, created_at, last_used_at) on sessions to kartoteka_operator;
create index audit_log_call on audit_log (call, at);

-- Tariffs are changed by the operator alone, and two operators do not overwrite each other.
alter table tariffs add column version int not null default 1;
grant select, update on tariffs to kartoteka_operator;
