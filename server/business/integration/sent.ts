/** A client as it is sent to the CRM, and what its link says afterwards. */
import type { App } from '../../base/app.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import type { Client } from '../../engines/crm/connector.ts'
import { type Faults, faultsAfter, outgoing } from './field-map.ts'
import type { Held } from './held.ts'
import type { Change } from './links-sql.ts'
import { valuesOf } from './our-fields.ts'
import { digestOf, personOf } from './our-person.ts'

/** The client as it is sent, with the fields that cannot be. */
export type Sent = { client: StoredClient; person: Client; fieldFaults: Faults }

export function sentOf({ client, link, exchange }: Held, cardUrl: string): Sent {
  const { faults } = outgoing(exchange.fields, valuesOf(client, cardUrl))
  return { client, person: personOf(client, link.crm_id, cardUrl, exchange.fields), fieldFaults: faults }
}

/** A client that we have added begins with nothing there: whatever is on the card goes out as a change. */
export const addedAs = (app: App, crmId: string, tel: string) =>
  ({
    crm_id: crmId,
    their_tel: tel,
    their_balance: null,
    their_bonus: null,
    their_discount: null,
    met_at: app.clock.now(),
    is_creating: false,
    operation_id: null,
    doubt: null,
    match: 'same',
  }) satisfies Change

/** The CRM has the client as it is here, unless something was changed meanwhile. */
export function writtenAs(
  { app, isAmountsOnly }: { app: App; isAmountsOnly: boolean },
  { client: now, link, exchange }: Held,
  sent: Sent,
): Change {
  const person = personOf(now, null, sent.person.cardUrl, exchange.fields)
  const isSame = link.written_digest?.equals(digestOf(person)) === true
  const version = isSame ? now.version : isAmountsOnly ? null : sent.client.version
  return {
    fault: null,
    ...(!isAmountsOnly && { field_faults: faultsAfter(link.field_faults, sent.fieldFaults) }),
    ...(version !== null && { written_version: version, written_at: app.clock.now() }),
  }
}
