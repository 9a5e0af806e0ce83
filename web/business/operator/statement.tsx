/** Payments of a bank statement beside the bills they were probably for; nothing is booked before it is confirmed. */
import { Button, Checkbox, FileInput, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatementLine } from '../../../contract/business/billing.ts'
import { useShow } from '../../base/show.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { useBookLine, useReadStatement } from './billing-data.ts'
import classes from './operator.module.css'

/** What became of the lines that were confirmed. */
type Outcome = { booked: number; failed: readonly string[] }

const isOpen = ({ bill, isBooked }: StatementLine) =>
  !isBooked && bill !== null && bill.state !== 'paid' && bill.state !== 'cancelled'

export function Statement() {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [lines, setLines] = useState<readonly StatementLine[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const read = useReadStatement()
  const match = async (picked: File) => {
    const found = await read.ask({ file: picked })
    if (!found) return
    setLines(found)
    setChosen(new Set(found.filter(isOpen).map(({ key }) => key)))
  }
  const choose = (picked: File | null) => {
    setFile(picked)
    setLines(null)
    setOutcome(null)
    read.reset()
    if (picked) void match(picked)
  }
  /** Reads the statement anew: what is booked is marked. */
  const showOutcome = async (made: Outcome) => {
    if (file) await match(file)
    setOutcome(made)
  }
  return (
    <Stack component="section" aria-labelledby="statement-title">
      <div>
        <Title order={2} id="statement-title">
          {t('bills.desk.statement.title')}
        </Title>
        <Text c="dimmed">{t('bills.desk.statement.lead')}</Text>
      </div>
      <FileInput
        label={t('bills.desk.statement.file')}
        description={t('bills.desk.statement.formats')}
        placeholder={t('bills.desk.statement.choose')}
        accept=".xml,.txt,text/plain,text/xml,application/xml"
        maw={420}
        clearable
        clearButtonProps={{ 'aria-label': t('bills.desk.statement.clear') }}
        value={file}
        error={read.refused?.message}
        onChange={choose}
      />
      {read.isBusy && !lines && <Loading shapes={[72, 72, 72]} />}
      {outcome && (
        <StatusBanner tone={outcome.failed.length > 0 ? 'warning' : 'success'}>
          {t('bills.desk.statement.done', { count: outcome.booked })}{' '}
          {outcome.failed.length > 0 && t('bills.desk.statement.failed', { numbers: outcome.failed.join(', ') })}
        </StatusBanner>
      )}
      {lines?.length === 0 && <EmptyState title={t('bills.desk.statement.none')} />}
      {lines && lines.length > 0 && <Lines lines={lines} chosen={chosen} onChoose={setChosen} onBooked={showOutcome} />}
    </Stack>
  )
}

type LinesProps = {
  lines: readonly StatementLine[]
  chosen: ReadonlySet<string>
  onChoose: (keys: ReadonlySet<string>) => void
  onBooked: (outcome: Outcome) => Promise<void>
}

function Lines({ lines, chosen, onChoose, onBooked }: LinesProps) {
  const { t } = useTranslation()
  const show = useShow()
  const book = useBookLine()
  const [isBooking, setIsBooking] = useState(false)
  const picked = lines.filter((line) => chosen.has(line.key) && isOpen(line))
  const total = picked.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const confirm = async () => {
    setIsBooking(true)
    const seen = new Map<string, number>()
    let booked = 0
    const failed: string[] = []
    for (const { key, amountMinor, bookedOn, bill } of picked) {
      if (!bill) continue
      const reply = await book.ask({
        params: { cabinet: bill.cabinet.id, billId: bill.id },
        body: {
          amountMinor,
          reason: t('bills.desk.statement.reason', { date: show.date(bookedOn) }),
          payments: seen.get(bill.id) ?? bill.payments,
          line: key,
        },
      })
      if (reply) seen.set(bill.id, reply.payments)
      if (reply) booked++
      else failed.push(bill.number)
    }
    await onBooked({ booked, failed })
    setIsBooking(false)
  }
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChoose(next)
  }
  return (
    <Stack gap="sm">
      <Paper component="section" p="lg" aria-labelledby="lines-title">
        <Title order={3} id="lines-title">
          {t('bills.desk.statement.lines', { count: lines.length })}
        </Title>
        <ul className={classes.rows}>
          {lines.map((line) => (
            <li key={line.key}>
              <Line line={line} isChosen={chosen.has(line.key)} onToggle={() => toggle(line.key)} />
            </li>
          ))}
        </ul>
      </Paper>
      <Group>
        <Button disabled={picked.length === 0} loading={isBooking} aria-busy={isBooking} onClick={() => void confirm()}>
          {picked.length === 0
            ? t('bills.desk.statement.nothing')
            : t('bills.desk.statement.confirm', { count: picked.length, amount: show.money(total) })}
        </Button>
      </Group>
    </Stack>
  )
}

function Line({ line, isChosen, onToggle }: { line: StatementLine; isChosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { bill, signs } = line
  const rest = bill ? bill.amountMinor - bill.paidMinor : 0
  const fit = bill && t('bills.desk.statement.for', { number: bill.number, name: bill.cabinet.name })
  return (
    <>
      <div className={classes.what}>
        <Checkbox
          checked={isChosen && isOpen(line)}
          disabled={!isOpen(line)}
          onChange={onToggle}
          label={`${show.money(line.amountMinor)}\u00A0${line.currency}, ${show.date(line.bookedOn)}`}
          description={[line.payer, line.purpose].filter(Boolean).join(' · ')}
        />
      </div>
      <div className={classes.what}>
        {line.isBooked ? (
          <StatusBadge tone="success">{t('bills.desk.statement.isBooked')}</StatusBadge>
        ) : bill ? (
          <StatusBadge tone={signs.length > 1 ? 'success' : 'warning'}>{fit}</StatusBadge>
        ) : (
          <StatusBadge tone="neutral">{t('bills.desk.statement.noBill')}</StatusBadge>
        )}
        {line.isBooked && bill && <Text className="k-small">{fit}</Text>}
        {bill && !line.isBooked && (
          <Text className="k-small" c="dimmed">
            {isOpen(line)
              ? signs.map((sign) => t(`bills.desk.statement.signs.${sign}`)).join(', ')
              : t(`bills.states.${bill.state}`)}
            {isOpen(line) && line.amountMinor !== rest && (
              <>
                {' · '}
                {t('bills.desk.statement.differs', { amount: show.money(rest) })}
              </>
            )}
          </Text>
        )}
      </div>
    </>
  )
}
