-- Whatever a segment asks of a client, beside the figures of purchases (client_purchases_counted), in the same order: a
-- segment that asks for both reads the two side by side. Columns that change often have an index of their own anyway.
create index clients_facts on clients (cabinet_id, id)
  include (sex, birthday, template_id, form_id, card_number, promo_code, balance_minor, bonus_minor,
    discount_hundredths)
  where archived_at is null;
