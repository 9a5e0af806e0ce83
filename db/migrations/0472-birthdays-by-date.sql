-- Under row level security no index of the parts of a date is used, because they are not leakproof: birthdays are found
-- as dates.
drop index clients_birthdays;
create index clients_birthday on clients (cabinet_id, birthday) where birthday is not null and archived_at is null;
