-- How many cards a certificate signed, and how many lie at another issuer of Google than the present one, is read from
-- an index. An issuer is the beginning of an object's id, which only the order of bytes has together.
create index passes_certificate on passes (cabinet_id, certificate_id);
drop index passes_google;
create index passes_google on passes (cabinet_id, (google_object_id collate "C"))
  include (google_object_id, google_saved_at) where google_object_id is not null;
