/** Examples to start with: they show what the feature is good for. */
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page, PageHeader } from './page.tsx'
import { PlanBanner } from './plan-banner.tsx'
import classes from './recipe-list.module.css'

/** `use` describes for screen readers what pressing does. */
export type Recipe<Key extends string> = { key: Key; name: string; text: string; use: string }

type RecipeListProps<Key extends string> = {
  recipes: readonly Recipe<Key>[]
  onUse?: (key: Key) => void
  isBusy?: boolean
}

function RecipeList<Key extends string>({ recipes, onUse, isBusy = false }: RecipeListProps<Key>) {
  return (
    <ul className={classes.recipes}>
      {recipes.map(({ key, name, text, use }) => (
        <li key={key}>
          <UnstyledButton
            className={classes.recipe ?? ''}
            onClick={() => onUse?.(key)}
            disabled={isBusy}
            aria-label={use}
          >
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

type RecipeStartProps<Key extends string> = Required<RecipeListProps<Key>> & {
  icon: ReactNode
  title: string
  text: string
  action: ReactNode
}

/** Shown in place of an empty list. */
export function RecipeStart<Key extends string>({ icon, title, text, action, ...list }: RecipeStartProps<Key>) {
  return (
    <EmptyState icon={icon} title={title} text={text} action={action}>
      <RecipeList {...list} />
    </EmptyState>
  )
}

type LockedRecipesProps = { title: string; lead: string; reason: string; recipes: readonly Recipe<string>[] }

/** A page that the tariff does not include: a preview that cannot be used, below the reason. */
export function LockedRecipes({ title, lead, reason, recipes }: LockedRecipesProps) {
  useBreadcrumbs([{ text: title }])
  return (
    <Page>
      <PageHeader title={title} meta={lead} />
      <PlanBanner state="locked" text={reason} />
      <div className={classes.locked} inert>
        <RecipeList recipes={recipes} />
      </div>
    </Page>
  )
}
