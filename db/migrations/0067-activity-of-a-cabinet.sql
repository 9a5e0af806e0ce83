-- The owner of a cabinet reads what was done in it. The server sees only rows about the cabinet that is open, and of
-- them only who, what and when; addresses and request numbers stay with the operator.
alter table audit_log enable row level security;
create policy added on audit_log for insert to kartoteka_app with check (true);
create policy cabinet on audit_log for select to kartoteka_app using (
  about_cabinet = (select nullif(current_setting('app.cabinet', true), '')::bigint)
);
create policy scheduler on audit_log for select to kartoteka_scheduler using (true);
create policy operator on audit_log for select to kartoteka_operator using (true);
grant select (id, at, user_id, via, call, about_cabinet) on audit_log to kartoteka_app;
