/** Merges another client into this one: search, a preview of the result, and only then the button. */
import { Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import type { MergePreview } from '../../../contract/reach/merges.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { PHONE } from '../../base/theme.ts'
import { Loading } from '../../parts/loading.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { fullName } from './client-columns.tsx'
import classes from './clients.module.css'
import { useClientSearch, useMergeClients, useMergePreview } from './holders-data.ts'
import { useAmount } from '../../base/use-amount.ts'
import { useAmountName } from './use-amount-name.ts'

type MergeDialogProps = { client: Client; onClose: () => void }

const SEARCH_WAIT_MS = 250

export function MergeDialog({ client, onClose }: MergeDialogProps) {
  const { t } = useTranslation()
  const [other, setOther] = useState<string | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      title={t('holders.merge.title', { name: fullName(client) || t('clients.nameless') })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {other === null ? (
        <Choice client={client} onChoose={setOther} />
      ) : (
        <Preview client={client} other={other} onBack={() => setOther(null)} onClose={onClose} />
      )}
    </Modal>
  )
}

/** Begins with those who have the same name. */
function Choice({ client, onChoose }: { client: Client; onChoose: (id: string) => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [text, setText] = useState(client.name)
  const [q] = useDebouncedValue(text, SEARCH_WAIT_MS)
  const found = useClientSearch(c, q)
  const others = found.data?.data.filter((one) => one.id !== client.id)
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('holders.merge.lead')}</Text>
      <TextInput
        aria-label={t('holders.merge.search')}
        placeholder={t('holders.merge.search')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!others && <Loading shapes={[120]} />}
      {others?.length === 0 && <Text role="status">{t('holders.merge.none')}</Text>}
      {others?.map((one) => (
        <Group key={one.id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text fw={600} truncate>
              {fullName(one) || t('clients.nameless')}
            </Text>
            <Text className="k-small k-number" c="dimmed">
              {[cardNumberText(one.cardNumber), one.tel, one.email].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Button flex="none" variant="default" onClick={() => onChoose(one.id)}>
            {t('holders.merge.choose')}
          </Button>
        </Group>
      ))}
    </Stack>
  )
}

type PreviewProps = MergeDialogProps & { other: string; onBack: () => void }

function Preview({ client, other, onBack, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useMergePreview(c, client.id, other)
  const write = useMergeClients(t('holders.merge.done'))
  const merge = async () => {
    if (await write.ask({ params: { c, id: client.id }, body: { client: other } })) onClose()
  }
  if (read.isError)
    return (
      <Stack gap="md">
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        <Button variant="default" onClick={onBack}>
          {t('holders.merge.other')}
        </Button>
      </Stack>
    )
  if (!read.data) return <Loading shapes={[240]} />
  return (
    <Stack gap="md">
      <Sides preview={read.data} />
      <Text>{t('holders.merge.cards', { number: cardNumberText(read.data.kept.cardNumber) })}</Text>
      <Text c="dimmed">{t('holders.merge.undoHint')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack} disabled={write.isBusy} data-autofocus>
          {t('holders.merge.other')}
        </Button>
        <WriteButton onClick={() => void merge()} loading={write.isBusy} aria-busy={write.isBusy}>
          {t('holders.merge.submit')}
        </WriteButton>
      </Group>
    </Stack>
  )
}

/** Both beside each other, and the one who stays afterwards. */
function Sides({ preview: { kept, gone, after } }: { preview: MergePreview }) {
  const { t } = useTranslation()
  const amount = useAmount()
  const nameOf = useAmountName()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const rows: [string, (side: MergePreview['after']) => string][] = [
    [t('clients.columns.client'), (side) => side.name || t('clients.nameless')],
    [t('clients.columns.phone'), (side) => side.tel || '–'],
    [t('clients.columns.email'), (side) => side.email || '–'],
    [t('clients.columns.balance'), (side) => amount('balance', side.balanceMinor)],
    [nameOf('bonus'), (side) => amount('bonus', side.bonusMinor)],
    [t('clients.columns.discount'), (side) => amount('discount', side.discountHundredths)],
  ]
  if (isPhone)
    return (
      <div>
        <Text fw={600}>{t('holders.merge.after')}</Text>
        <Text c="dimmed" className="k-small" mb="xs">
          {t('holders.merge.stays')} {cardNumberText(kept.cardNumber)} · {t('holders.merge.goes')}{' '}
          {cardNumberText(gone.cardNumber)}
        </Text>
        <dl className={classes.facts}>
          {rows.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Text fw={600}>{text(after)}</Text>
                <Text c="dimmed" className="k-small">
                  {text(kept)} · {text(gone)}
                </Text>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
      <Table aria-label={t('holders.merge.after')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">
              {t('holders.merge.stays')} <span className="k-number">{cardNumberText(kept.cardNumber)}</span>
            </Table.Th>
            <Table.Th scope="col">
              {t('holders.merge.goes')} <span className="k-number">{cardNumberText(gone.cardNumber)}</span>
            </Table.Th>
            <Table.Th scope="col">{t('holders.merge.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([title, text]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row">{title}</Table.Th>
              <Table.Td>{text(kept)}</Table.Td>
              <Table.Td>{text(gone)}</Table.Td>
              <Table.Td fw={600}>{text(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
