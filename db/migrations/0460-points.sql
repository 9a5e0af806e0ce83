-- The word of a business for its points, and whether they have decimals. Whoever has parts of a point now keeps them.
alter table cabinets
  add column points_name text not null default '' check (length(points_name) <= 24),
  add column points_counted text not null default '' check (length(points_counted) <= 24),
  add column has_point_decimals boolean not null default false;

-- The owner of the tables sees no row behind the walls.
alter table clients no force row level security;
update cabinets set has_point_decimals = true
where exists (select from clients where clients.cabinet_id = cabinets.id and clients.bonus_minor % 100 <> 0);
alter table clients force row level security;
