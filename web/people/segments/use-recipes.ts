import { useTranslation } from 'react-i18next'
import type { Recipe } from '../../parts/recipe-list.tsx'
import { RECIPE_NAMES, type RecipeName } from './rows.ts'

export function useRecipes(): Recipe<RecipeName>[] {
  const { t } = useTranslation()
  return RECIPE_NAMES.map((key) => {
    const name = t(`segments.recipes.${key}.name`)
    return { key, name, text: t(`segments.recipes.${key}.text`), use: t('segments.recipes.use', { name }) }
  })
}
