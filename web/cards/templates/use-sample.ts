import { useMemo, useState } from 'react'
import { useLatestClients, useClient } from './data.ts'
import { holderOf } from './sample.ts'
import { useSamplePerson } from './sample-person.ts'

/** The person whose card is drawn: the sample person or a client of the cabinet. */
export function useSample(cabinetId: number) {
  const sample = useSamplePerson()
  const [id, choose] = useState('')
  const people = useLatestClients(cabinetId)
  const client = useClient(cabinetId, id)
  const holder = useMemo(() => (id !== '' && client.data ? holderOf(client.data) : sample), [id, client.data, sample])
  const options = (people.data?.data ?? []).map((row) => ({
    value: row.id,
    label: `${row.name} ${row.surname}`.trim() || row.tel || String(row.cardNumber),
  }))
  return { id, choose, holder, people: options }
}
