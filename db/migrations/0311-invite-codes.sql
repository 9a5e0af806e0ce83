-- Among 150 000 clients two get the same code about once in a hundred times. However a client is made, another code is
-- tried then; rows that the same statement has added before are seen too.
create function find_free_invite_code() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  while exists (select from clients c where c.cabinet_id = new.cabinet_id and c.invite_code = new.invite_code) loop
    new.invite_code := new_invite_code();
  end loop;
  return new;
end $$;
create trigger free_invite_code before insert on clients for each row execute function find_free_invite_code();
