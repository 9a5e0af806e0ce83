-- Settings of a cabinet: its logo, the first electronic card number, the numbers of plastic cards.
alter table cabinets
  add column logo_id uuid,
  add column first_card_number bigint not null default 1,
  add column plastic_from bigint,
  add column plastic_to bigint,
  add constraint cabinets_plastic check ((plastic_from is null) = (plastic_to is null) and plastic_from <= plastic_to),
  add constraint cabinets_logo foreign key (id, logo_id) references files;
