/** The first clients of the look-up: who they are there, and what they have before and after. */
import { Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Meeting } from '../../../contract/business/crm-meeting.ts'
import { AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useAmount } from '../../base/use-amount.ts'
import classes from './integration.module.css'

const TONES = { same: 'success', none: 'neutral', doubt: 'warning' } as const
type Row = Meeting['clients'][number]

export function MeetingTable({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation()
  const kinds = AMOUNT_KINDS.filter((kind) => meeting.amounts[kind] !== 'none')
  return (
    <Stack gap="xs">
      <Text className="k-small">
        {t('integration.meeting.first', { count: meeting.clients.length })} · {t('integration.meeting.changeHint')}
      </Text>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
        <Table aria-label={t('integration.meeting.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('integration.meeting.client')}</Table.Th>
              {kinds.map((kind) => (
                <Table.Th key={kind} scope="col">
                  {t(`integration.meeting.kinds.${kind}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {meeting.clients.map((row) => (
              <ClientRow key={row.id} row={row} kinds={kinds} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function ClientRow({ row, kinds }: { row: Row; kinds: readonly AmountKind[] }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <Table.Tr>
      <Table.Td className={classes.who}>
        <LinkAnchor to="/$cabinetDomain/clients/$id" params={{ cabinetDomain: domain, id: row.id }}>
          {`${row.name} ${row.surname}`.trim() || cardNumberText(row.cardNumber)}
        </LinkAnchor>
        <StatusBadge tone={TONES[row.match]}>
          {row.doubt ? t(`integration.meeting.doubts.${row.doubt}`) : t(`integration.meeting.match.${row.match}`)}
        </StatusBadge>
      </Table.Td>
      {kinds.map((kind) => (
        <Table.Td key={kind} className="k-number">
          <Change row={row} kind={kind} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

/** `120.00 / 5 000.00 → 5 000.00`: here, there, afterwards on both sides. */
function Change({ row, kind }: { row: Row; kind: AmountKind }) {
  const amount = useAmount()
  const text = (of: number | null) => (of === null ? '–' : amount(kind, of))
  const [ours, theirs, after] = [row.ours[kind], row.theirs[kind], row.after[kind]]
  if (row.match !== 'same' || theirs === null || (ours === theirs && theirs === after)) return <>{text(ours)}</>
  return (
    <>
      {text(ours)} / {text(theirs)} → <strong>{text(after)}</strong>
    </>
  )
}
