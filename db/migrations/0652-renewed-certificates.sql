-- A renewed certificate signs from the moment of its activation, and the cards are moved to it in parts: what is signed
-- with an earlier one of its pass type is signed with its successor.
alter table apple_certificates add column successor_id uuid,
  add foreign key (cabinet_id, successor_id) references apple_certificates;
grant select (successor_id) on apple_certificates to kartoteka_scheduler;
