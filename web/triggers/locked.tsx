import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { PathLink } from '../parts/link.tsx'
import { Page, PageHeader } from '../parts/page.tsx'
import { StatusBanner } from '../parts/status.tsx'
import { RecipeList } from './recipes.tsx'
import classes from './triggers.module.css'

/** Below Advanced: what there would be, to be seen and not to be pressed, under the reason. */
export function LockedTriggers() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  useBreadcrumbs([{ text: t('triggers.title') }])
  return (
    <Page>
      <PageHeader title={t('triggers.title')} meta={t('triggers.lead')} />
      <StatusBanner tone="info" action={<PathLink to={`/${domain}/balance/tariffs-overview`}>{t('finance.compare')}</PathLink>}>{t('triggers.locked')}</StatusBanner>
      <div className={classes.locked} inert><RecipeList /></div>
    </Page>
  )
}
