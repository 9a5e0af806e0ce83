-- The hours of a form's reminder are those of its own time zone; those that there are stay in Moscow.
alter table form_reminders add column time_zone text not null default 'Europe/Moscow';
grant select (time_zone) on form_reminders to kartoteka_scheduler;
