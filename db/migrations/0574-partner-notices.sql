alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
  'tariff_certificate_expires', 'api_request_limit', 'balance_ends', 'push_failed', 'google_review', 'bill_paid',
  'money_returned', 'shares_released', 'payout_booked')) not valid;
