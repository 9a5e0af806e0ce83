-- How many cards of a replaced certificate lie on iPhones: both sides are read in the order of cards, from indexes
-- alone.
drop index passes_certificate;
create index passes_certificate on passes (cabinet_id, certificate_id, id);
