-- The word of a business for its points, and whether they have decimals. A business that is here already keeps them: on
-- its cards "0" in place of "0.00" would be a change, and every phone would show it.
alter table cabinets
  add column points_name text not null default '' check (length(points_name) <= 24),
  add column points_counted text not null default '' check (length(points_counted) <= 24),
  add column has_point_decimals boolean not null default false;

update cabinets set has_point_decimals = true;
