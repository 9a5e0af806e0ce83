import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RECIPE_NAMES, type RecipeName } from './rows.ts'
import classes from './segments.module.css'

/** Three segments to begin with: they teach what a segment is good for. */
export function RecipeList({ onUse, isBusy = false }: { onUse?: (recipe: RecipeName) => void; isBusy?: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.recipes}>
      {RECIPE_NAMES.map((name) => (
        <li key={name}>
          <UnstyledButton className={classes.recipe ?? ''} onClick={() => onUse?.(name)} disabled={isBusy} aria-label={t('segments.recipes.use', { name: t(`segments.recipes.${name}.name`) })}>
            <span className={classes.recipeName}>{t(`segments.recipes.${name}.name`)}</span>
            <span className={classes.recipeText}>{t(`segments.recipes.${name}.text`)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
