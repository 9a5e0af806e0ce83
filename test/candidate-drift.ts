/** Clients whom a reminder may still reach, and whom `reminder_candidates` does not have; who, counted anew. */
export const CANDIDATE_DRIFT = `
  select c.id from clients c
  where c.form_id is not null and c.consent_at is not null and c.archived_at is null
    and (c.email <> '' or c.tel <> '')
    and not exists (select from client_wallets w where w.cabinet_id = c.cabinet_id and w.client_id = c.id
      and (w.in_apple or w.in_google or w.removed_at is not null))
    and not exists (select from client_reminders r where r.cabinet_id = c.cabinet_id and r.client_id = c.id)
    and not exists (select from reminder_candidates k where k.cabinet_id = c.cabinet_id and k.form_id = c.form_id
      and k.client_id = c.id and k.client_since = c.created_at)`
