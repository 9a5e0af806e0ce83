-- A trigger that is for many acts on some clients at a time, each time in a short transaction. Meanwhile its row says
-- how far the pass is; all of these are null while it is in none.
alter table triggers add column pass_at timestamptz;
-- Clients up to this one are done.
alter table triggers add column pass_after uuid;
alter table triggers add column pass_clients int;
-- The run of its message, which is sent when everybody is in it; null: nobody was found yet.
alter table triggers add column pass_run uuid;
