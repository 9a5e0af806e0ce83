import { useTranslation } from 'react-i18next'
import { LockedRecipes } from '../../parts/recipe-list.tsx'
import { useRecipes } from './use-recipes.ts'

export function LockedSegments() {
  const { t } = useTranslation()
  return (
    <LockedRecipes
      title={t('segments.title')}
      lead={t('segments.lead')}
      reason={t('segments.locked')}
      recipes={useRecipes()}
    />
  )
}
