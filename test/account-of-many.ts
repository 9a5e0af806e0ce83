/** Clients by the thousand, each with a card on an iPhone: by SQL past the triggers, in the order of their numbers. */
import { query } from './direct-access.ts'
import type { Shop } from './people.ts'
import type { TestServer } from './server.ts'

/** Of the client with this number. */
export const idOfNo = (no: number): string => `${no.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

const ID = `(lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid`

const MAKE = `
  begin;
  set local session_replication_role = replica;
  insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
  select $1, ${ID}, 'Client ' || n, n, $2, now(), now() from generate_series($3, $4) n;
  insert into passes (cabinet_id, id, client_id, template_id, issued_for, certificate_id, tag, modified_at, created_at)
  select $1, gen_random_uuid(), ${ID}, $2, $2,
    (select id from apple_certificates where cabinet_id = $1 and state = 'active'), 0, now(), now()
  from generate_series($3, $4) n;
  insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
  select cabinet_id, gen_random_uuid(), 'device-' || id, id, 'token-' || id, now(), now()
  from passes p where cabinet_id = $1 and not exists (select from registrations r
    where r.cabinet_id = p.cabinet_id and r.pass_id = p.id);
  commit;
  analyze clients, passes, registrations`

/** Clients with the numbers behind `from` up to `to`. */
export async function fillAccount(server: TestServer, shop: Shop, to: number, from = 0): Promise<void> {
  const values = [String(shop.c), `'${shop.template}'::uuid`, String(from + 1), String(to)]
  await query(
    server,
    MAKE.replaceAll(/\$(\d)/g, (_, no: string) => values[Number(no) - 1] ?? ''),
  )
}
