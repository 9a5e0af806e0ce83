-- Since when nothing uses a picture; it is deleted some time later.
alter table files add column unused_since timestamptz;
create index files_unused on files (cabinet_id, unused_since) where unused_since is not null;
-- The nightly round asks which cabinets have pictures.
create policy scheduler on files for select to kartoteka_scheduler using (true);
grant select (cabinet_id) on files to kartoteka_scheduler;
