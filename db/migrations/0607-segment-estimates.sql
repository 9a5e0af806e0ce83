-- Sizes of segments in a large account come from a part of its clients; few are found by an index (decision 196).
alter table segments add column is_estimate boolean not null default false;

create index clients_form on clients (cabinet_id, form_id) where form_id is not null and archived_at is null;
-- As codes are compared: without regard to case, by their beginning too.
create index clients_promo_code on clients (cabinet_id, lower(promo_code collate "und-x-icu") text_pattern_ops)
  where promo_code <> '' and archived_at is null;
