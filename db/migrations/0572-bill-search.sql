-- The operator finds a bill by its number, its payer, the payer's tax number or the business without walking all bills.
create index bills_search on bills using gin (
  lower((facts ->> 'number') || ' ' || coalesce(facts -> 'payer' ->> 'name', '') || ' '
    || coalesce(facts -> 'payer' ->> 'taxNumber', '')) gin_trgm_ops
);
create index bills_number_text on bills ((facts ->> 'number'));
create index bills_unpaid on bills (year, no) where paid_minor < amount_minor;
