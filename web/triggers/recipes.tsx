import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RECIPE_NAMES, type RecipeName } from './trigger-draft.ts'
import classes from './triggers.module.css'

/** Five triggers to begin with: they teach what a trigger is good for. */
export function RecipeList({ onUse, isBusy = false }: { onUse?: (recipe: RecipeName) => void; isBusy?: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.recipes}>
      {RECIPE_NAMES.map((name) => (
        <li key={name}>
          <UnstyledButton className={classes.recipe ?? ''} onClick={() => onUse?.(name)} disabled={isBusy} aria-label={t('triggers.recipes.use', { name: t(`triggers.recipes.${name}.name`) })}>
            <span className={classes.recipeName}>{t(`triggers.recipes.${name}.name`)}</span>
            <span className={classes.recipeText}>{t(`triggers.recipes.${name}.text`)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
