/**
 * The first exchange before it happens: whom the CRM has already, what becomes of the points of both sides, and the
 * button that lets it begin.
 */
import { Group, Paper, Radio, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CAREFUL_POLICY,
  type Meeting,
  MEETING_RULES,
  type MeetingPolicy,
  type MeetingRule,
} from '../../../contract/business/crm-meeting.ts'
import type { AmountKind } from '../../../contract/limits.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useBegin, useLookUp, useMeeting } from './data.ts'
import { useAmount } from '../../base/use-amount.ts'
import classes from './integration.module.css'
import { MeetingTable } from './meeting-table.tsx'

const STATES = { none: 'queued', running: 'running', done: 'done', failed: 'failed' } as const
const CHOSEN_KINDS = ['bonus', 'balance', 'discount'] as const satisfies readonly AmountKind[]

export function FirstMeeting({ name }: { name: string }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const mayManage = useHasRight('crm')
  const [policy, setPolicy] = useState<MeetingPolicy>(CAREFUL_POLICY)
  const read = useMeeting(c, policy)
  const lookUp = useLookUp()
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data || read.data.isBegun) return null
  const meeting = read.data
  return (
    <Paper p="lg" component="section">
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={2}>{t('integration.meeting.title')}</Title>
          <Text c="dimmed">{t('integration.meeting.lead', { name })}</Text>
        </Stack>
        <JobProgress
          title={t('integration.meeting.looking', { name })}
          state={STATES[meeting.state]}
          done={meeting.looked}
          total={meeting.total}
        />
        {meeting.state === 'failed' && (
          <StatusBanner
            tone="warning"
            action={
              <WriteButton
                variant="default"
                size="compact-sm"
                onClick={() => lookUp.run({ params: { c } })}
                loading={lookUp.isBusy}
              >
                {t('integration.meeting.again')}
              </WriteButton>
            }
          >
            {t('integration.meeting.failed', { name })}
          </StatusBanner>
        )}
        {meeting.looked > 0 && (
          <>
            <Found meeting={meeting} />
            <Rules meeting={meeting} policy={policy} onChange={setPolicy} isDisabled={!mayManage} />
            <Outcome meeting={meeting} name={name} />
            <MeetingTable meeting={meeting} />
          </>
        )}
        {mayManage && <Begin c={c} meeting={meeting} policy={policy} name={name} />}
      </Stack>
    </Paper>
  )
}

function Found({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <dl className={classes.facts}>
      {(['same', 'new', 'doubt'] as const).map((kind) => (
        <div key={kind}>
          <dt>{t(`integration.meeting.found.${kind}`)}</dt>
          <dd>{show.number(meeting[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

type RulesProps = {
  meeting: Meeting
  policy: MeetingPolicy
  onChange: (policy: MeetingPolicy) => void
  isDisabled: boolean
}

/** Only of amounts that both sides may change: what the CRM alone changes is always theirs. */
function Rules({ meeting, policy, onChange, isDisabled }: RulesProps) {
  const { t } = useTranslation()
  const kinds = CHOSEN_KINDS.filter((kind) => meeting.amounts[kind] === 'both')
  if (meeting.same === 0) return null
  return (
    <Stack gap="md">
      {kinds.map((kind) => (
        <Radio.Group
          key={kind}
          label={t(`integration.meeting.rule.${kind}`)}
          value={policy[kind]}
          onChange={(rule) => onChange({ ...policy, [kind]: rule as MeetingRule })}
        >
          <Group gap="lg" mt={6}>
            {MEETING_RULES.toReversed().map((rule) => (
              <Radio key={rule} value={rule} label={t(`integration.meeting.rules.${rule}`)} disabled={isDisabled} />
            ))}
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  )
}

/** Sums of both sides, and who would have less than before. */
function Outcome({ meeting, name }: { meeting: Meeting; name: string }) {
  const { t } = useTranslation()
  const amount = useAmount()
  const kinds = (['bonus', 'balance'] as const).filter(
    (kind) => meeting.amounts[kind] !== 'none' && meeting.sums.after[kind] !== null,
  )
  const { losing } = meeting
  return (
    <Stack gap="md">
      {kinds.length > 0 && (
        <Stack gap={4}>
          <Text fw={500}>{t('integration.meeting.sums')}</Text>
          <Table.ScrollContainer minWidth={0} type="native" tabIndex={0}>
            <Table aria-label={t('integration.meeting.sums')}>
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
                    {(['ours', 'theirs', 'after'] as const).map((side) => (
                      <Table.Td key={side} className="k-number">
                        {meeting.sums[side][kind] === null ? '–' : amount(kind, meeting.sums[side][kind] ?? 0)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      )}
      {losing.ours + losing.theirs > 0 && (
        <StatusBanner tone="warning">
          {losing.ours > 0 && <div>{t('integration.meeting.losing.ours', { count: losing.ours })}</div>}
          {losing.theirs > 0 && <div>{t('integration.meeting.losing.theirs', { count: losing.theirs, name })}</div>}
        </StatusBanner>
      )}
      {meeting.doubt > 0 && <StatusBanner tone="info">{t('integration.meeting.doubtText')}</StatusBanner>}
    </Stack>
  )
}

type BeginProps = { c: number; meeting: Meeting; policy: MeetingPolicy; name: string }

function Begin({ c, meeting, policy, name }: BeginProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const lookUp = useLookUp()
  const begin = useBegin(t('integration.meeting.begun'))
  const run = async () => {
    await begin.ask({ params: { c }, body: { policy } })
    setIsAsking(false)
  }
  const isLossy = meeting.losing.ours + meeting.losing.theirs > 0
  const isReady = meeting.state === 'done'
  return (
    <Group gap="sm">
      <WriteButton
        disabled={!isReady}
        loading={begin.isBusy}
        aria-busy={begin.isBusy}
        onClick={() => (isLossy ? setIsAsking(true) : void run())}
      >
        {t('integration.meeting.begin')}
      </WriteButton>
      {isReady ? (
        <WriteButton variant="default" onClick={() => lookUp.run({ params: { c } })} loading={lookUp.isBusy}>
          {t('integration.meeting.again')}
        </WriteButton>
      ) : (
        <span className="k-small">{t('integration.meeting.notYet')}</span>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('integration.meeting.confirm', { name })}
        confirmLabel={t('integration.meeting.begin')}
        onConfirm={() => void run()}
        isBusy={begin.isBusy}
      >
        <Outcome meeting={meeting} name={name} />
      </ConfirmDialog>
    </Group>
  )
}
