-- A client who was linked with somebody else in the CRM: what was before, so that it can be undone.
create table crm_relinks (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  at timestamptz not null,
  by_user uuid,
  crm_id_before text not null,
  crm_id_after text not null,
  -- What both sides had when they were last compared.
  link_before jsonb not null,
  balance_before bigint not null,
  bonus_before bigint not null,
  discount_before int not null,
  undone_at timestamptz,
  primary key (cabinet_id, id)
);
create index crm_relinks_client on crm_relinks (cabinet_id, client_id, at);
call build_wall('crm_relinks');
