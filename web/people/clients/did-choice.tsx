/** What clients did, and on which days, to choose from. */
import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DID } from '../../../contract/people/clients.ts'
import { DayInput } from '../../parts/day/day-input.tsx'
import { readDid, writeDid } from './list-filters.ts'

type DidChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void }

export function DidChoice({ value, onChange }: DidChoiceProps) {
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
