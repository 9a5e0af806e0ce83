-- The push that a message to many became. It may be deleted on its own, so nothing refers to it.
alter table bulk_edits add column push_id uuid;
