/** Everybody in the CRM who may be one of our clients, and the choice of the right one. */
import { Button, Drawer, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Candidate } from '../../../contract/business/crm-desk.ts'
import { AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useCandidates, useLink } from './desk-data.ts'
import { useAmount } from '../../base/use-amount.ts'
import classes from './integration.module.css'

type WhoDrawerProps = {
  c: number
  id: string
  /** Of our client. */
  client: string
  /** Of the CRM. */
  name: string
  /** The client is linked with somebody already. */
  isRelink?: boolean
  onClose: () => void
}

export function WhoDrawer({ c, id, client, name, isRelink = false, onClose }: WhoDrawerProps) {
  const { t } = useTranslation()
  const read = useCandidates(c, id)
  const link = useLink()
  const choose = async (crmId: string) => {
    if (await link.ask({ params: { c, id }, body: { crmId } })) onClose()
  }
  const leadOf = (all: readonly Candidate[]) => {
    if (all.length === 0) return t('integration.desk.nobody', { name })
    return isRelink ? t('integration.desk.relinkLead', { name }) : t('integration.desk.whoLead')
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('integration.desk.who', { client, name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {read.isError && (
          <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        )}
        {!read.data && !read.isError && <Loading shapes={[160]} />}
        {read.data && <Text c="dimmed">{leadOf(read.data.candidates)}</Text>}
        {read.data?.candidates.map((one) => (
          <section key={one.crmId} className={classes.candidate} aria-label={one.name || one.crmId}>
            <Group justify="space-between" gap="xs">
              <Text fw={500}>{one.name || t('integration.desk.noName')}</Text>
              <Mark candidate={one} />
            </Group>
            <Text className="k-small">
              {[one.tel, one.cardNumber && t('integration.desk.card', { number: one.cardNumber })]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Amounts ours={read.data.ours} candidate={one} name={name} />
            <Group>
              <Button
                variant="default"
                disabled={one.isCompany || one.isLinked || one.linkedTo !== null || link.isBusy}
                onClick={() => void choose(one.crmId)}
              >
                {t('integration.desk.link')}
              </Button>
            </Group>
          </section>
        ))}
      </Stack>
    </Drawer>
  )
}

function Mark({ candidate: { isCompany, isLinked, linkedTo } }: { candidate: Candidate }) {
  const { t } = useTranslation()
  if (isLinked) return <StatusBadge tone="success">{t('integration.desk.current')}</StatusBadge>
  if (isCompany) return <StatusBadge tone="neutral">{t('integration.desk.company')}</StatusBadge>
  if (linkedTo) return <StatusBadge tone="neutral">{t('integration.desk.linked', { name: linkedTo.name })}</StatusBadge>
  return null
}

type AmountsProps = { ours: Candidate['theirs']; candidate: Candidate; name: string }

/** What the card has now, what the CRM has, and what the card will have: only amounts that both sides keep. */
function Amounts({ ours, candidate: { theirs, after }, name }: AmountsProps) {
  const { t } = useTranslation()
  const amount = useAmount()
  const kinds = AMOUNT_KINDS.filter((kind) => theirs[kind] !== null)
  const text = (kind: AmountKind, of: number | null) => amount(kind, of ?? 0)
  if (kinds.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t('integration.meeting.here')}</Table.Th>
            <Table.Th scope="col">{name}</Table.Th>
            <Table.Th scope="col">{t('integration.meeting.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row">{t(`integration.meeting.kinds.${kind}`)}</Table.Th>
              <Table.Td className="k-number">{text(kind, ours[kind])}</Table.Td>
              <Table.Td className="k-number">{text(kind, theirs[kind])}</Table.Td>
              <Table.Td className="k-number">
                <strong>{text(kind, after[kind])}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
