-- The price that businesses know of. A job announces another one; older processes leave it alone.
alter table module_prices add column announced_minor bigint not null default 0;
update module_prices set announced_minor = price_minor;
grant select, update (announced_minor) on module_prices to kartoteka_scheduler;
create policy scheduler on cabinet_modules for select to kartoteka_scheduler using (true);
grant select (cabinet_id, id, is_active) on cabinet_modules to kartoteka_scheduler;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
  'tariff_certificate_expires', 'api_request_limit', 'balance_ends', 'push_failed', 'google_review', 'bill_paid',
  'money_returned', 'shares_released', 'payout_booked', 'module_price')) not valid;
