-- Whom a bulk edit has left as they were is read without the others.
create index bulk_edit_rows_left on bulk_edit_rows (cabinet_id, edit_id, client_id) where state in ('refused', 'kept');
