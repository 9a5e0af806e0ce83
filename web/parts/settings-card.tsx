/** A card of settings with its own form and save button. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../base/read-only.ts'
import { ReadOnlyNote } from './read-only-note.tsx'

type SettingsCardProps = {
  /** Id of the heading, unique on the page. */
  id: string
  title: string
  /** Below the title. */
  text?: ReactNode
  maw?: number
  isDirty: boolean
  isSaving: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Instead of the save button, for a reader who may not save; null: nothing. */
  locked?: string | null | undefined
  /** Dialogs over the card. */
  dialogs: ReactNode
  children: ReactNode
}

export function SettingsCard({
  id,
  title,
  text,
  maw,
  locked,
  onSubmit,
  dialogs,
  children,
  ...saving
}: SettingsCardProps) {
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md" {...(maw !== undefined && { maw })}>
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            {text && <Text c="dimmed">{text}</Text>}
          </div>
          {children}
          {locked === undefined && <SaveButton {...saving} />}
          {locked && (
            <Text className="k-small" c="dimmed">
              {locked}
            </Text>
          )}
        </Stack>
      </form>
      {dialogs}
    </Paper>
  )
}

/** Saves the form that it is in, once something in it has changed. */
export function SaveButton({ isDirty, isSaving }: Pick<SettingsCardProps, 'isDirty' | 'isSaving'>) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly() !== null
  return (
    <Group>
      <Button
        type="submit"
        variant={isDirty ? 'filled' : 'default'}
        disabled={!isDirty || isReadOnly}
        loading={isSaving}
        aria-busy={isSaving}
      >
        {t('common.save')}
      </Button>
      <ReadOnlyNote />
    </Group>
  )
}
