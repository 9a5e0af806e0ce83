-- Null: the tag is there. A tag that many clients have is removed at once, and taken off them in parts; its row goes
-- with the last of them. Until then its id is its name: the old name is free for another tag.
alter table tags add column removed_at timestamptz;
