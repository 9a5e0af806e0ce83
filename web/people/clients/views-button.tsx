/** The button of the saved views; its menu is loaded when it is about to be opened. */
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lateOver } from '../../parts/late-over.tsx'
import type { ViewsMenuProps } from './views-menu.tsx'

const ViewsMenu = lateOver<ViewsMenuProps>(() => import('./views-menu.tsx').then((file) => file.ViewsMenu))

export function ViewsButton(props: ViewsMenuProps) {
  const { t } = useTranslation()
  const target = (
    <Button
      variant="default"
      leftSection={<IconBookmark size={16} aria-hidden="true" />}
      aria-haspopup="dialog"
      aria-expanded={false}
    >
      {t('clients.viewsButton')}
    </Button>
  )
  return <ViewsMenu {...props} target={target} />
}
