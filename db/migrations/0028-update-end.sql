-- The list of running work shows an update for a while after its end.
alter table card_updates add column ended_at timestamptz;
