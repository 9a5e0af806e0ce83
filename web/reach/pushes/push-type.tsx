import { IconBell, IconBluetooth, IconBrandTelegram, IconMapPin, IconMessage, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PushRow, PushType } from '../../../contract/reach/pushes.ts'

export const TYPE_ICONS: Readonly<Record<PushType, Icon>> = {
  text: IconMessage,
  geo: IconMapPin,
  beacon: IconBluetooth,
  telegram: IconBrandTelegram,
}

/** Icon of a type, with its name for screen readers. */
export function TypeIcon({ type }: { type: PushRow['type'] }) {
  const { t } = useTranslation()
  const Sign = type === 'unknown' ? IconBell : TYPE_ICONS[type]
  return (
    <span title={t(`pushes.type.${type}`)} style={{ display: 'inline-flex', color: 'var(--k-text-2)', flex: 'none' }}>
      <Sign size={18} stroke={1.75} aria-hidden="true" />
      <span className="k-unseen">
        {t(`pushes.type.${type}`)}
        {': '}
      </span>
    </span>
  )
}
