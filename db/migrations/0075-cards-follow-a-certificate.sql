-- An activated certificate: issued cards move to it, and iPhones fetch them signed anew, a few hundred at a time.
create table certificate_changes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  certificate_id uuid not null,
  -- Test certificates that were left: their cards move.
  left_ids uuid[] not null,
  state text not null check (state in ('queue', 'in_progress', 'done')),
  total int not null,
  done int not null default 0,
  after_pass uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, certificate_id) references apple_certificates on delete cascade
);
call build_wall('certificate_changes');
