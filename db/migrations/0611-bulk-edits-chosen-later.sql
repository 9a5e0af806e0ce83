-- Who is changed may be very many: then the job fixes them, and until it has, the edit says how they were asked for.
alter table bulk_edits add column asked jsonb;
