/** What would become of the people of the CRM, before anything does. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { NoRoom } from './check-step.tsx'
import { Counts } from './counts.tsx'
import { CrmSample } from './crm-sample.tsx'
import { useStart } from './data.ts'
import { Faults } from './faults.tsx'

export function CrmCheck({ file, onBack }: { file: ImportFile; onBack: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const start = useStart()
  const { counts, room, fileName: crm } = file
  const count = counts.fresh
  const isIdle = count + counts.matched + counts.doubt === 0
  const hasRoom = count <= room
  return (
    <Stack gap="lg">
      <Text c="dimmed">
        {t('imports.check.nothingYet')} {t('imports.crm.nothingThere', { crm })}
      </Text>
      <Counts
        counts={[
          { name: t('imports.crm.fresh'), count },
          { name: t('imports.check.matched'), count: counts.matched },
          { name: t('imports.crm.known'), count: counts.known },
          { name: t('imports.check.archived'), count: counts.archived },
          { name: t('imports.check.doubt'), count: counts.doubt },
          { name: t('imports.crm.bad'), count: counts.bad },
        ]}
      />
      {hasRoom ? (
        count > 0 && <Text>{t('imports.crm.slots', { count, n: show.number(count), room: show.number(room) })}</Text>
      ) : (
        <NoRoom room={room} fresh={count} />
      )}
      {counts.matched > 0 && (
        <StatusBanner tone="info">
          {t(file.isExchanging ? 'imports.crm.matchedExchange' : 'imports.crm.matchedLater')}
        </StatusBanner>
      )}
      {counts.doubt > 0 && <StatusBanner tone="warning">{t('imports.crm.doubtText')}</StatusBanner>}
      {isIdle && <StatusBanner tone="info">{t('imports.crm.nothing')}</StatusBanner>}
      <CrmSample crm={crm} sample={file.sample} />
      <Faults file={file} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={start.isBusy}>
          {t('imports.crm.back')}
        </Button>
        <WriteButton
          onClick={() => start.run({ params: { c, id: file.id } })}
          disabled={isIdle || !hasRoom}
          loading={start.isBusy}
          aria-busy={start.isBusy}
        >
          {count > 0 ? t('imports.crm.start', { count, n: show.number(count) }) : t('imports.crm.startLinks')}
        </WriteButton>
      </Group>
    </Stack>
  )
}
