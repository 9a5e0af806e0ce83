-- One reminder to a client whose card is in no wallet some days after it was made; the owner switches it on for a form.
create table form_reminders (
  cabinet_id bigint not null references cabinets,
  form_id uuid not null,
  is_on boolean not null,
  after_days int not null,
  ways text not null check (ways in ('email', 'email_sms', 'sms_email')),
  -- Cards that were made before it get none; null: all cards.
  since timestamptz,
  changed_at timestamptz not null,
  primary key (cabinet_id, form_id),
  foreign key (cabinet_id, form_id) references forms on delete cascade
);
call build_wall('form_reminders');
create policy scheduler on form_reminders for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_on) on form_reminders to kartoteka_scheduler;

-- A client gets one reminder in his life, whichever form he came by: the row is written before it is sent.
create table client_reminders (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  form_id uuid not null,
  at timestamptz not null,
  channel text not null check (channel in ('email', 'sms')),
  -- `sending`: the provider is being asked. `unsure`: the SMS may have left, nobody knows.
  state text not null check (state in ('sending', 'sent', 'unsure', 'failed')),
  changed_at timestamptz not null,
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index client_reminders_form on client_reminders (cabinet_id, form_id, state);
call build_wall('client_reminders');
