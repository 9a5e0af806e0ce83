-- When a card left a wallet: its last iPhone unregistered or Apple reported it gone, or Google reported the deletion.
-- Null: it is in that wallet, or never was.
alter table passes
  add column apple_removed_at timestamptz,
  add column google_removed_at timestamptz;
-- The card left that wallet while this was the latest message it had there.
alter table client_messages
  add column apple_removed_at timestamptz,
  add column google_removed_at timestamptz;
