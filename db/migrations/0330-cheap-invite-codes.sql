-- For each client of an import the search for a free code was planned anew, which cost more than the search. One plan
-- does: it is made without reading whole tables, so it fits an empty table and a large one.
alter function find_free_invite_code() set plan_cache_mode = force_generic_plan;
