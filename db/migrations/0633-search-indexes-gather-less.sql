-- New entries of the two search indexes are gathered, and whoever fills the list puts them all in: with the 4 MB that
-- PostgreSQL allows, one till in some hundreds waited 200 to 300 ms for that. A search reads the list too.
alter index clients_search set (gin_pending_list_limit = 512);
alter index clients_digits set (gin_pending_list_limit = 512);
