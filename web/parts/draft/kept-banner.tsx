import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../status.tsx'

type KeptBannerProps = { kept: { atMs: number; restore: () => void; drop: () => void } | null }

/** Offers changes that a reload or a crash has left behind. */
export function KeptBanner({ kept }: KeptBannerProps) {
  const { t } = useTranslation()
  const show = useShow()
  if (!kept) return null
  return (
    <StatusBanner
      tone="info"
      action={
        <Group gap="xs">
          <Button size="compact-md" variant="subtle" onClick={kept.drop}>
            {t('common.kept.drop')}
          </Button>
          <Button size="compact-md" variant="default" onClick={kept.restore}>
            {t('common.kept.restore')}
          </Button>
        </Group>
      }
    >
      {t('common.kept.text', { time: show.localTime(new Date(kept.atMs).toISOString()) })}
    </StatusBanner>
  )
}
