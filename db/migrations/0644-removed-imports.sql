-- A file that is deleted is gone at once, and its lines are deleted in parts. Null: it is there.
alter table client_imports add column removed_at timestamptz;
