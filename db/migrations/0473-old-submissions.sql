-- The token of an opened form is of use for a day; what is older is deleted by a job.
create index form_submissions_age on form_submissions (cabinet_id, created_at);
create policy scheduler on form_submissions for select to kartoteka_scheduler using (true);
grant select (cabinet_id, created_at) on form_submissions to kartoteka_scheduler;
