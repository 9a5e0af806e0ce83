/** Saved views of the list: one is opened, what is shown is saved as one, and they are renamed or deleted. */
import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { cloneElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientView } from '../../../contract/people/client-views.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { loadWords } from '../../base/words.ts'
import { keepColumns, keptColumns } from '../../parts/data-table/columns.ts'
import type { OverProps } from '../../parts/late-over.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import type { ClientTableState } from './client-table.tsx'
import classes from './clients.module.css'
import { searchOfView, useRemoveView, useRenameView, useSaveView, useViews, viewOf } from './views-data.ts'

await loadWords('tags')

/** Name under which the table keeps its columns. */
const TABLE = 'clients'

export type ViewsMenuProps = { state: ClientTableState; onColumns: () => void }

export function ViewsMenu({ state, onColumns, target, isOpen, onChange }: ViewsMenuProps & OverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      trapFocus
      returnFocus
      width="min(20rem, calc(100vw - 2rem))"
    >
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={t('clients.viewsButton')}>
        {isOpen && <Views state={state} onColumns={onColumns} onClose={() => onChange(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Views({ state, onColumns, onClose }: ViewsMenuProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const navigate = useNavigate()
  const read = useViews(c)
  const views = read.data?.views
  const open = (view: ClientView) => {
    if (view.columns) {
      keepColumns(TABLE, view.columns)
      onColumns()
    }
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...searchOfView(view) })) as never })
    onClose()
  }
  if (!views) return <Unread read={read} shapes={[36, 36]} />
  return (
    <Stack gap="sm">
      {views.length === 0 && <Text c="dimmed">{t('tags.views.empty')}</Text>}
      {views.length > 0 && (
        <ul className={classes.tags}>
          {views.map((view) => (
            <ViewRow key={view.id} view={view} onOpen={() => open(view)} />
          ))}
        </ul>
      )}
      <SaveView state={state} />
    </Stack>
  )
}

function SaveView({ state }: { state: ClientTableState }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { name: '' } })
  const save = useSaveView(form, t('tags.views.saved'))
  return (
    <form
      onSubmit={form.onSubmit(async ({ name }) => {
        const body = viewOf(state, name, keptColumns(TABLE))
        if ((await save.ask({ params: { c }, body })) !== undefined) form.reset()
      })}
    >
      <Stack gap="xs">
        <TextInput
          label={t('tags.views.name')}
          description={t('tags.views.hint')}
          maxLength={40}
          {...form.getInputProps('name')}
        />
        <WriteButton type="submit" variant="default" loading={save.isBusy} disabled={form.values.name.trim() === ''}>
          {t('tags.views.save')}
        </WriteButton>
      </Stack>
    </form>
  )
}

function ViewRow({ view, onOpen }: { view: ClientView; onOpen: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [isRenaming, setIsRenaming] = useState(false)
  const remove = useRemoveView(t('tags.views.removed'))
  if (isRenaming) return <RenameView view={view} onClose={() => setIsRenaming(false)} />
  return (
    <li className={classes.tag}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.tagName ?? ''}
        justify="flex-start"
        px={4}
        onClick={onOpen}
      >
        {view.name}
      </Button>
      <MoreMenu
        label={t('common.table.actionsOf', { name: view.name })}
        items={[
          { label: t('tags.list.rename'), onClick: () => setIsRenaming(true) },
          {
            label: t('tags.list.remove'),
            isDangerous: true,
            onClick: () => remove.run({ params: { c, viewId: view.id } }),
          },
        ]}
      />
    </li>
  )
}

function RenameView({ view, onClose }: { view: ClientView; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { name: view.name } })
  const rename = useRenameView(form, t('tags.views.renamed'), onClose)
  return (
    <li>
      <form onSubmit={form.onSubmit((body) => rename.run({ params: { c, viewId: view.id }, body }))}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput label={t('tags.views.name')} maxLength={40} flex={1} {...form.getInputProps('name')} />
          <WriteButton type="submit" variant="default" loading={rename.isBusy}>
            {t('common.save')}
          </WriteButton>
        </Group>
      </form>
    </li>
  )
}
