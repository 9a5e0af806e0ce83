-- A text push that is sent at a moment, once or again and again. `send_from` is the first moment: months are counted
-- from its day, so the 31st does not become the 28th for ever. What was missed says why, until the push is saved again.
alter table pushes
  add column send_at timestamptz,
  add column send_from timestamptz,
  add column send_repeat text check (send_repeat in ('never', 'day', 'week', 'month')),
  add column missed_at timestamptz,
  add column missed_code text,
  add constraint pushes_schedule check (
    (send_from is null) = (send_repeat is null) and (send_at is null or send_from is not null)
  );
create index pushes_send_at on pushes (send_at) where send_at is not null;
create policy scheduler on pushes for select to kartoteka_scheduler using (true);
grant select (cabinet_id, id, send_at) on pushes to kartoteka_scheduler;
