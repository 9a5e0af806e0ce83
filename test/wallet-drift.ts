/** Clients of whom `client_wallets` says something else than their cards and phones do, counted anew. */
export const WALLET_DRIFT = `
  with counted as (
    select c.cabinet_id, coalesce(c.merged_into, c.id) as kept_id, c.id as own_id,
      p.google_saved_at is not null as google, greatest(p.apple_removed_at, p.google_removed_at) as removed,
      exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
    from clients c join passes p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
      and p.voided_at is null
  ), people as (
    select c.cabinet_id, c.id, coalesce(bool_or(n.apple), false) as apple, coalesce(bool_or(n.google), false) as google,
      max(n.removed) as removed
    from clients c left join counted n on n.cabinet_id = c.cabinet_id and c.id in (n.own_id, n.kept_id)
    group by c.cabinet_id, c.id
  )
  select n.id, n.apple, n.google, n.removed, w.in_apple, w.in_google, w.removed_at
  from people n full join client_wallets w on w.cabinet_id = n.cabinet_id and w.client_id = n.id
  where n.id is null or n.apple <> coalesce(w.in_apple, false) or n.google <> coalesce(w.in_google, false)
    or case when n.apple or n.google then null else n.removed end is distinct from w.removed_at`
