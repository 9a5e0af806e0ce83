-- Who is in the segment of a trigger that is turned on is recorded for some clients at a time. Meanwhile its row says
-- up to which client that is done, and it does not run; null: it is known of all.
alter table triggers add column insiders_after uuid;
create index triggers_insiders on triggers (cabinet_id) where insiders_after is not null;
grant select (insiders_after) on triggers to kartoteka_scheduler;
