/** Filter of the client table: who joined, came again, bought, got or used points, and on which days. */
import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DID } from '../../../contract/people/clients.ts'
import { useShow } from '../../base/show.ts'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { readDid, writeDid } from './list-filters.ts'

export function useDidFilter(): Filter {
  const { t } = useTranslation()
  const show = useShow()
  return {
    key: 'did',
    label: t('clients.filters.did'),
    show: (value) => {
      const { did, didFrom, didTo } = readDid(value)
      if (did === undefined) return ''
      const what = t(`clients.did.${did}`)
      if (didFrom === undefined && didTo === undefined) return what
      if (didFrom === didTo) return t('clients.did.on', { what, day: show.date(didFrom ?? '') })
      const texts = { what, from: show.date(didFrom ?? ''), to: show.date(didTo ?? '') }
      if (didFrom !== undefined && didTo !== undefined) return t('clients.did.between', texts)
      return didFrom === undefined ? t('clients.did.until', texts) : t('clients.did.since', texts)
    },
    render: (value, set) => <DidChoice key={value ?? ''} value={value} onChange={set} />,
  }
}

type DidChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function DidChoice({ value, onChange }: DidChoiceProps) {
  const { t } = useTranslation()
  const given = readDid(value)
  const [did, setDid] = useState(given.did)
  const [from, setFrom] = useState(given.didFrom ?? '')
  const [to, setTo] = useState(given.didTo ?? '')
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (did === undefined || isReversed) return
        onChange(writeDid({ did, didFrom: from || undefined, didTo: to || undefined }))
      }}
    >
      <Stack gap="sm">
        <Radio.Group
          value={did ?? ''}
          onChange={(next) => setDid(DID.find((one) => one === next))}
          aria-label={t('clients.filters.did')}
        >
          <Stack gap="xs">
            {DID.map((one) => (
              <Radio key={one} value={one} label={t(`clients.did.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <DayInput label={t('clients.did.from')} value={from} onChange={setFrom} />
        <DayInput
          label={t('clients.did.to')}
          value={to}
          onChange={setTo}
          error={isReversed && t('clients.did.order')}
        />
        <Button type="submit" variant="default" disabled={did === undefined}>
          {t('clients.filters.apply')}
        </Button>
      </Stack>
    </form>
  )
}
