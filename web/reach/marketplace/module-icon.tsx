import { IconBrandTelegram, IconGift, IconUsersPlus } from '@tabler/icons-react'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'

const ICONS: Readonly<Record<ModuleId, typeof IconGift>> = {
  welcome: IconGift,
  referral: IconUsersPlus,
  telegram: IconBrandTelegram,
}

export function ModuleIcon({ id }: { id: ModuleId }) {
  const Icon = ICONS[id]
  return <Icon size={24} stroke={1.75} aria-hidden="true" />
}
