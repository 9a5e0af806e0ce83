/** The third step: what the import would do, before it does anything. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IMPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { Counts } from './counts.tsx'
import { isDesignGone, useStart } from './data.ts'
import { Faults } from './faults.tsx'
import { SampleTable } from './sample-table.tsx'

const COUNTED = ['fresh', 'changing', 'same', 'known', 'archived', 'bad'] as const

export function CheckStep({ file, onBack }: { file: ImportFile; onBack: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const start = useStart()
  const { counts, room } = file
  const count = counts.fresh + counts.changing
  const hasRoom = counts.fresh <= room
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('imports.check.nothingYet')}</Text>
      <Counts counts={COUNTED.map((name) => ({ name: t(`imports.check.${name}`), count: counts[name] }))} />
      <Warnings file={file} hasRoom={hasRoom} />
      {isDesignGone(start.refused) && (
        <StatusBanner
          tone="warning"
          action={
            <Button variant="default" onClick={onBack}>
              {t('imports.check.toDesign')}
            </Button>
          }
        >
          {t('imports.check.designGone')}
        </StatusBanner>
      )}
      {count === 0 && <StatusBanner tone="info">{t('imports.check.nothing')}</StatusBanner>}
      <SampleTable sample={file.sample} />
      <Faults file={file} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={start.isBusy}>
          {t('imports.check.back')}
        </Button>
        <WriteButton
          onClick={() => start.run({ params: { c, id: file.id } })}
          disabled={count === 0 || !hasRoom}
          loading={start.isBusy}
          aria-busy={start.isBusy}
        >
          {t('imports.check.start', { count, n: show.number(count) })}
        </WriteButton>
      </Group>
    </Stack>
  )
}

/** What an owner could lose, or would not expect. */
function Warnings({ file, hasRoom }: { file: ImportFile; hasRoom: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const { counts, room, choices, crm } = file
  return (
    <>
      {!hasRoom && <NoRoom room={room} fresh={counts.fresh} />}
      {counts.changing > 0 && choices.known === 'overwrite' && (
        <StatusBanner tone="warning">
          {t('imports.check.overwrites', { n: show.number(counts.changing), days: IMPORT_KEPT_DAYS })}
        </StatusBanner>
      )}
      {crm && (
        <StatusBanner tone="info">
          {t(choices.toCrm && crm.writes ? 'imports.check.crmWrites' : 'imports.check.crm', { crm: crm.title })}
        </StatusBanner>
      )}
    </>
  )
}

/** The plan has fewer cards than there are new clients. */
export function NoRoom({ room, fresh }: { room: number; fresh: number }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <PlanBanner state="full" text={t('imports.check.noRoom', { room: show.number(room), fresh: show.number(fresh) })} />
  )
}
