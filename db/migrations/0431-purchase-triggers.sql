-- A purchase starts triggers where it is news: when it is entered for the first time, soon after it was made and after
-- its CRM was connected. Null: it starts none.
alter table external_events add column news_at timestamptz;
create index external_events_news on external_events (cabinet_id, news_at) where news_at is not null;

-- Which kinds start a trigger is said by the code: a newer version may store one that this one does not know.
alter table triggers drop constraint triggers_activation_check;
-- When it was turned on: purchases from then on start it. How far it has looked for them.
alter table triggers add column started_at timestamptz;
alter table triggers add column looked_at timestamptz;
