-- Null: the variable is there. One of which many clients have a value is removed at once, and its values are cleared in
-- parts; its row goes with the last of them. Until then it keeps its name: values lie under it, and another variable of
-- that name would inherit them.
alter table variables add column removed_at timestamptz;
-- Asked with every client that is read.
create index variables_removed on variables (cabinet_id) where removed_at is not null;
