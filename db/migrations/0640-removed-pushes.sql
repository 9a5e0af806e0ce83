-- A push that is removed is gone at once, and its runs and what its messages say of them are cleared in parts. Null: it
-- is there.
alter table pushes add column removed_at timestamptz;
