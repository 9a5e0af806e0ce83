-- A bulk edit that has expired is gone at once, and its rows are deleted in parts. Null: it is there.
alter table bulk_edits add column removed_at timestamptz;
