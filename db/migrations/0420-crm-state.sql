-- What a connector remembers between two pieces of work, beside how far it has read: values by name, as JSON. It goes
-- when the place goes: with the integration, and with a change of the account. Older processes leave it as it is.
alter table crm_index_places add column kept text not null default '{}' check (octet_length(kept) <= 400000);
