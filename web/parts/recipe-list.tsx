/** Examples to start with: they show what the feature is good for. */
import { Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { PathLink } from './link.tsx'
import { Page, PageHeader } from './page.tsx'
import { StatusBanner } from './status.tsx'
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
    <Paper p={{ base: 'md', sm: 40 }}>
      <Stack align="center" gap="md" ta="center">
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" maw={520}>
          {text}
        </Text>
        <RecipeList {...list} />
        {action}
      </Stack>
    </Paper>
  )
}

type LockedRecipesProps = { title: string; lead: string; reason: string; recipes: readonly Recipe<string>[] }

/** A page that the tariff does not include: a preview that cannot be used, below the reason. */
export function LockedRecipes({ title, lead, reason, recipes }: LockedRecipesProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  useBreadcrumbs([{ text: title }])
  return (
    <Page>
      <PageHeader title={title} meta={lead} />
      <StatusBanner
        tone="info"
        action={<PathLink to={`/${domain}/balance/tariffs-overview`}>{t('finance.compare')}</PathLink>}
      >
        {reason}
      </StatusBanner>
      <div className={classes.locked} inert>
        <RecipeList recipes={recipes} />
      </div>
    </Page>
  )
}
