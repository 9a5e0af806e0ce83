-- The text of the link to Telegram on the back of every card; empty: in the client's language; null: there is no link.
alter table cabinets add column telegram_link text check (length(telegram_link) <= 60);
