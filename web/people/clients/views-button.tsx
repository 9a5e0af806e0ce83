/** The button of the saved views, as large as it will be while its menu is on its way. */
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewsMenuProps } from './views-menu.tsx'

const ViewsMenu = lazy(() => import('./views-menu.tsx').then((file) => ({ default: file.ViewsMenu })))

export function ViewsButton(props: ViewsMenuProps) {
  const { t } = useTranslation()
  const toCome = (
    <Button variant="default" loading leftSection={<IconBookmark size={16} aria-hidden="true" />}>
      {t('clients.viewsButton')}
    </Button>
  )
  return (
    <Suspense fallback={toCome}>
      <ViewsMenu {...props} />
    </Suspense>
  )
}
