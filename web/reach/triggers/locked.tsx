import { useTranslation } from 'react-i18next'
import { LockedRecipes } from '../../parts/recipe-list.tsx'
import { useRecipes } from './use-recipes.ts'

export function LockedTriggers() {
  const { t } = useTranslation()
  return (
    <LockedRecipes
      title={t('triggers.title')}
      lead={t('triggers.lead')}
      reason={t('triggers.locked')}
      recipes={useRecipes()}
    />
  )
}
