import { useTranslation } from 'react-i18next'
import type { Recipe } from '../../parts/recipe-list.tsx'
import { RECIPE_NAMES, type RecipeName } from './trigger-draft.ts'

export function useRecipes(): Recipe<RecipeName>[] {
  const { t } = useTranslation()
  return RECIPE_NAMES.map((key) => {
    const name = t(`triggers.recipes.${key}.name`)
    return { key, name, text: t(`triggers.recipes.${key}.text`), use: t('triggers.recipes.use', { name }) }
  })
}
