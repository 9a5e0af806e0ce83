import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { PathLink } from '../parts/link.tsx'
import { Page, PageHeader } from '../parts/page.tsx'
import { StatusBanner } from '../parts/status.tsx'
import { RecipeList } from './recipes.tsx'
import classes from './segments.module.css'

/** Below Advanced: what there would be, to be seen and not to be pressed, under the reason. */
export function LockedSegments() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  useBreadcrumbs([{ text: t('segments.title') }])
  return (
    <Page>
      <PageHeader title={t('segments.title')} meta={t('segments.lead')} />
      <StatusBanner tone="info" action={<PathLink to={`/${domain}/balance/tariffs`}>{t('finance.compare')}</PathLink>}>{t('segments.locked')}</StatusBanner>
      <div className={classes.locked} inert><RecipeList /></div>
    </Page>
  )
}
