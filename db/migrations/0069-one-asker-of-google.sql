-- Which worker is asking Google to take a message, and until when the others leave it alone: Google would take it
-- twice.
alter table client_messages add column google_claim uuid, add column google_until timestamptz;

-- Since when the secret of a key is the one it has; null: since the key was created.
alter table api_keys add column secret_at timestamptz;

-- The owner of a cabinet reads in the activity what each call was about: the path names it.
grant select (path) on audit_log to kartoteka_app;
