/** The last step: what came of the import, and the way back. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { Counts } from './counts.tsx'
import { useStart, useUndo } from './data.ts'
import { Faults } from './faults.tsx'
import { KeptClients } from './kept-clients.tsx'

const TITLES = {
  done: 'imports.done.title',
  undone: 'imports.done.undoneTitle',
  failed: 'imports.done.failedTitle',
} as const

export function ResultStep({ file }: { file: ImportFile }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const start = useStart()
  const { counts, state } = file
  const isFailed = state === 'failed'
  return (
    <Stack gap="lg">
      <Title order={2}>{t(TITLES[isFailed ? 'failed' : state === 'undone' ? 'undone' : 'done'])}</Title>
      {isFailed && (
        <StatusBanner
          tone="danger"
          action={
            <WriteButton
              variant="default"
              loading={start.isBusy}
              onClick={() => start.run({ params: { c, id: file.id } })}
            >
              {t('imports.done.continue')}
            </WriteButton>
          }
        >
          {t('imports.done.failedText')}
        </StatusBanner>
      )}
      <Counts
        counts={[
          ...(['added', 'changed', 'undone', 'kept'] as const).map((name) => ({
            name: t(`imports.done.${name}`),
            count: counts[name],
          })),
          ...(['same', 'known', 'matched', 'archived', 'doubt', 'bad'] as const).map((name) => ({
            name: t(`imports.check.${name}`),
            count: counts[name],
          })),
        ]}
      />
      {state === 'undone' && counts.kept > 0 && <KeptClients id={file.id} />}
      <Faults file={file} />
      <Group justify="space-between">
        <Undo file={file} />
        <LinkButton to="/$cabinetDomain/clients" params={{ cabinetDomain: domain }}>
          {t('imports.done.toClients')}
        </LinkButton>
      </Group>
    </Stack>
  )
}

function Undo({ file }: { file: ImportFile }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [isAsking, setIsAsking] = useState(false)
  const undo = useUndo()
  const { added, changed } = file.counts
  if (file.state === 'undone' || added + changed === 0) return <span />
  if (Date.parse(file.expiresAt) <= Date.now()) return <Text c="dimmed">{t('imports.done.expired')}</Text>
  return (
    <Group>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('imports.done.undo')}
      </Button>
      <Text className="k-small" c="dimmed">
        {t('imports.done.until', { date: show.date(file.expiresAt) })}
      </Text>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('imports.done.undoTitle', { name: file.fileName })}
        confirmLabel={t('imports.done.undo')}
        onConfirm={() => undo.run({ params: { c, id: file.id } })}
        isBusy={undo.isBusy}
      >
        <Text>{t('imports.done.undoText', { added: show.number(added), changed: show.number(changed) })}</Text>
      </ConfirmDialog>
    </Group>
  )
}
