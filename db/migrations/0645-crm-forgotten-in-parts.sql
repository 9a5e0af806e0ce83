-- What is known of clients in the CRM is forgotten in parts. Null: nothing is being forgotten. Else everything, where
-- the connection leads to another place, or what both sides had of some fields; up to this client it is done.
alter table integrations add column forgets jsonb, add column forgotten_up_to uuid;

-- It looks at one client by the key, once for each link that is written: planning that anew took longer than all else.
-- A plan that is kept must not be one of an empty table.
alter function keep_standing() set plan_cache_mode = force_generic_plan;
alter function keep_standing() set enable_seqscan = off;
