/**
 * Exports clients to a file: which columns, which clients, how far the latest file is, and when the next one is
 * possible.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { useUser } from '../../base/session.ts'
import { LinkButton } from '../../parts/link.tsx'
import { TeamLink } from '../../parts/member-rights.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import type { ClientTableState } from './client-table.tsx'
import { ExportChoice, type ExportSelection, firstSelection } from './export-choice.tsx'
import { useExportStatus, useStartExport } from './export-data.ts'
import { ExportFile } from './export-file.tsx'
import { queryOf } from './list-filters.ts'

type ExportDialogProps = {
  onClose: () => void
  /** What the table shows, and the ids of ticked rows. */
  state: ClientTableState
  selected: readonly string[]
  /** The file that the link in an email names. */
  linked: string | undefined
}

export function ExportDialog({ onClose, ...rest }: ExportDialogProps) {
  const { t } = useTranslation()
  const mayExport = useHasRight('export')
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('exports.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {mayExport ? (
        <ExportBody {...rest} />
      ) : (
        <Closed title={t('common.rights.ask')} text={t('refusals.codes.right_missing')} action={<TeamLink />} />
      )}
    </Modal>
  )
}

function ExportBody({ state, selected, linked }: Omit<ExportDialogProps, 'onClose'>) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { id: c } = cabinet
  const email = useUser()?.email ?? ''
  const status = useExportStatus(c)
  const start = useStartExport(c, email)
  const refusedFor = start.refused?.code
  const readOnly = useReadOnly(refusedFor === 'account_limited' || refusedFor === 'demo_over')
  const [selection, setSelection] = useState<ExportSelection>(() => firstSelection(state.isNarrowed, selected.length))
  const to = { cabinetDomain: cabinet.domain }
  if (!status.data) return <Unread read={status} shapes={[20, 120, 36]} />
  if (!status.data.isAllowed) {
    return (
      <Closed
        title={t('exports.off.title')}
        text={t('exports.off.text')}
        action={
          <LinkButton to="/$cabinetDomain/settings/general" params={to} data-autofocus>
            {t('exports.off.toSettings')}
          </LinkButton>
        }
      />
    )
  }
  const { latest, nextAt } = status.data
  const rows = () => {
    if (selection.rows === 'selected') return { of: 'selected' as const, ids: [...selected] }
    return selection.rows === 'filtered'
      ? { of: 'filtered' as const, q: state.q, filters: queryOf(state.filters) }
      : { of: 'all' as const }
  }
  return (
    <Stack gap="md">
      {latest && <ExportFile key={latest.id} latest={latest} linked={linked} />}
      {readOnly && (
        <Closed
          title={t('exports.limited.title')}
          text={readOnly.text}
          action={
            <LinkButton to={readOnly.action.to as '/'} data-autofocus>
              {readOnly.action.label}
            </LinkButton>
          }
        />
      )}
      {!readOnly && nextAt !== null && (
        <StatusBanner tone="info">{sentenceWithTime(t('exports.next', { date: '\u0000' }), nextAt)}</StatusBanner>
      )}
      {!readOnly && nextAt === null && (
        <>
          <Text c="dimmed">{t('exports.lead')}</Text>
          <ExportChoice
            selection={selection}
            onChange={setSelection}
            isNarrowed={state.isNarrowed}
            selected={selected.length}
          />
          <Text>{t('exports.comesTo', { email })}</Text>
          <Text className="k-small" c="dimmed">
            {t('exports.privacy', { days: EXPORT_KEPT_DAYS })}
          </Text>
          <Group justify="flex-end">
            <Button
              disabled={selection.columns.length === 0}
              loading={start.isBusy}
              aria-busy={start.isBusy}
              onClick={() => start.run({ params: { c }, body: { columns: selection.columns, rows: rows() } })}
            >
              {t('exports.submit')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

function sentenceWithTime(text: string, at: string): ReactNode {
  const [before, after] = text.split('\u0000')
  return (
    <>
      {before}
      <MoscowTime at={at} />
      {after}
    </>
  )
}

function Closed({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text fw={600}>{title}</Text>
      <Text>{text}</Text>
      {action}
    </Stack>
  )
}
