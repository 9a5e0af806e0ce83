-- How many calls of a vendor may be open at one time: who has a place, and until when it ends by itself. A worker that
-- was killed leaves none for ever.
alter table paces add column places jsonb not null default '{}';
