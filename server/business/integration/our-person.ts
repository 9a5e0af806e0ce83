/** A client of ours as it is written to a CRM. */
import { createHash } from 'node:crypto'
import type { Client } from '../../engines/crm/connector.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import { outgoing, type StoredLink } from './field-map.ts'
import { valuesOf } from './our-fields.ts'

/** With all values of mapped fields; those that are sent are fewer. */
export const personOf = (
  client: StoredClient,
  crmId: string | null,
  cardUrl: string,
  mapped: readonly StoredLink[],
): Client => ({
  id: client.id,
  crmId,
  name: client.name,
  surname: client.surname,
  middlename: client.middlename,
  birthday: client.birthday,
  sex: client.sex,
  email: client.email,
  tel: client.tel,
  cardNumber: String(client.card_number).padStart(6, '0'),
  cardTrack: client.card_track,
  promoCode: client.promo_code,
  cardUrl,
  fields: outgoing(mapped, valuesOf(client, cardUrl)).values,
})

/** Says whether what was written is still so. */
export const digestOf = ({ crmId: _, ...facts }: Client): Buffer =>
  createHash('sha256').update(JSON.stringify(facts)).digest()
