-- Whose points were changed on some days, for the list of clients behind a figure of the overview.
create index balance_events_at on balance_events (cabinet_id, at) include (client_id, kind, source, delta);
