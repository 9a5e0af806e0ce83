/** All tags of the business: how many clients have each, new ones, other names, deletion. */
import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_NAME_MAX } from '../../../contract/limits.ts'
import type { Tag } from '../../../contract/people/tags.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { loadWords } from '../../base/words.ts'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { RemoveDialog } from '../../parts/remove-dialog.tsx'
import { useTags } from '../segments/data.ts'
import { Unread } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './clients.module.css'
import { useCreateTag, useRemoveTag, useRenameTag } from './tags-data.ts'

await loadWords('tags')

export function TagsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useTags(c)
  const list = read.data?.tags
  return (
    <Drawer opened onClose={onClose} title={t('tags.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack gap="md">
        <Text c="dimmed">{t('tags.lead')}</Text>
        <NewTag />
        {!list && <Unread read={read} shapes={[36, 36, 36]} />}
        {list?.length === 0 && <Text c="dimmed">{t('tags.list.empty')}</Text>}
        {list && list.length > 0 && (
          <ul className={classes.tags}>
            {list.map((tag) => (
              <TagRow key={tag.id} tag={tag} />
            ))}
          </ul>
        )}
      </Stack>
    </Drawer>
  )
}

function NewTag() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { name: '' } })
  const create = useCreateTag(form, t('tags.list.created'))
  return (
    <form
      onSubmit={form.onSubmit(async ({ name }) => {
        if ((await create.ask({ params: { c }, body: { name } })) !== undefined) form.reset()
      })}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput label={t('tags.list.new')} maxLength={TAG_NAME_MAX} flex={1} {...form.getInputProps('name')} />
        <WriteButton type="submit" variant="default" loading={create.isBusy} disabled={form.values.name.trim() === ''}>
          {t('tags.list.create')}
        </WriteButton>
      </Group>
    </form>
  )
}

function TagRow({ tag }: { tag: Tag }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const mayDelete = useHasRight('delete')
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const remove = useRemoveTag(t('tags.list.removed'))
  const end = () => setDoing(null)
  if (doing === 'rename') return <RenameTag tag={tag} onClose={end} />
  return (
    <li className={classes.tag}>
      <span className={classes.tagName}>{tag.name}</span>
      <PathLink to={`/${domain}/clients?tag=${tag.id}`} className={classes.tagCount ?? ''}>
        {t('tags.list.clients', { count: tag.clients, n: show.number(tag.clients) })}
      </PathLink>
      <MoreMenu
        label={t('common.table.actionsOf', { name: tag.name })}
        items={[
          { label: t('tags.list.rename'), onClick: () => setDoing('rename') },
          {
            label: t('tags.list.remove'),
            isDangerous: true,
            onClick: () => setDoing('remove'),
            ...(!mayDelete && { lockedBecause: t('tags.list.locked') }),
          },
        ]}
      />
      {doing === 'remove' && (
        <RemoveDialog
          title={t('tags.remove.title', { name: tag.name })}
          verb={t('tags.remove.button')}
          text={
            tag.clients === 0
              ? t('tags.remove.textNobody')
              : t('tags.remove.text', { count: tag.clients, n: show.number(tag.clients) })
          }
          block={null}
          remove={() => remove.ask({ params: { c, tagId: tag.id } })}
          isBusy={remove.isBusy}
          onClose={end}
        />
      )}
    </li>
  )
}

function RenameTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { name: tag.name } })
  const rename = useRenameTag(form, t('tags.list.renamed'), onClose)
  return (
    <li>
      <form onSubmit={form.onSubmit(({ name }) => rename.run({ params: { c, tagId: tag.id }, body: { name } }))}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={t('tags.list.name')}
            maxLength={TAG_NAME_MAX}
            flex={1}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <WriteButton type="submit" variant="default" loading={rename.isBusy}>
            {t('common.save')}
          </WriteButton>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </form>
    </li>
  )
}
