-- One person, several cards: one of each design. The first is the main one and has the client's design; the others show
-- the same number, code and amounts. What an older process inserts is a main card, as every card was.
alter table passes
  add column is_main boolean not null default true,
  -- The design that it was issued with. A client whose card has another design by now gets that card, not a second one,
  -- when he comes again by the form of the first design.
  add column issued_for uuid,
  -- The message on it is announced on another card of the same person.
  add column is_message_silent boolean not null default false;

create function note_issued_for() returns trigger language plpgsql as $$
begin
  new.issued_for := coalesce(new.issued_for, new.template_id);
  return new;
end $$;
create trigger note_issued_for before insert on passes for each row execute function note_issued_for();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table passes no force row level security;
update passes set issued_for = template_id;
alter table passes force row level security;

-- Keeps its name, because older processes insert `on conflict on constraint passes_client`.
alter table passes drop constraint passes_client;
alter table passes add constraint passes_client unique (cabinet_id, client_id, issued_for);
-- Checked at the end of each statement, so that two cards of a client can change places.
alter table passes add constraint passes_design
  unique (cabinet_id, client_id, template_id) deferrable initially immediate;
create unique index passes_main on passes (cabinet_id, client_id) where is_main;

-- Cards of a chunk whose person has the message on another card of the run: they get it silently and are not counted.
alter table push_chunks add column silent uuid[] not null default '{}';
alter table client_messages add column is_silent boolean not null default false;
