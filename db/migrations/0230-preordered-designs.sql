-- The designs whose cards a client waits for, each until its link is sent. A client without a row waits for the main
-- card, as with every preorder that a process of the version before has kept.
create table preorder_designs (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  template_id uuid not null,
  asked_at timestamptz not null,
  primary key (cabinet_id, client_id, template_id),
  foreign key (cabinet_id, client_id) references preorders on delete cascade,
  foreign key (cabinet_id, template_id) references templates on delete cascade
);
create index preorder_designs_template on preorder_designs (cabinet_id, template_id);
call build_wall('preorder_designs');

-- The one whose link is on its way.
alter table preorders add column design_now uuid;
