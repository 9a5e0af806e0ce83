-- Cards of a design can end: after a day, or so many days after they were issued; of both the earlier counts.
alter table templates
  -- The last day on which its cards are valid, in Moscow.
  add column ends_on date,
  add column ends_after_days int check (ends_after_days between 1 and 36500);
create index templates_ending on templates (cabinet_id) where ends_on is not null or ends_after_days is not null;
grant select (cabinet_id, ends_on, ends_after_days) on templates to kartoteka_scheduler;
create policy scheduler on templates for select to kartoteka_scheduler using (true);

-- When the wallets were asked to draw the card as over. Null: it is valid, or its day has just come.
alter table passes add column ended_at timestamptz;
create index passes_ended on passes (cabinet_id) where ended_at is not null;
grant select (ended_at) on passes to kartoteka_scheduler;
