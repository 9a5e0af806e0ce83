-- What the business grants a client beside the amounts: a level, a status.
alter table clients add column privilege text not null default '';
