-- Two more kinds of notices: the money that ends, and a push message that did not reach many cards. The new check is
-- wider than the old one, so no row has to be read.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
  'tariff_certificate_expires', 'api_request_limit', 'balance_ends', 'push_failed'
)) not valid;
