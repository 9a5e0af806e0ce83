/** The user's conversations: a list, and one of them opened. */
import { Button, Center, Group, Stack, Textarea, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconMessages } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_TEXT_MAX } from '../../../contract/limits.ts'
import type { Conversation } from '../../../contract/platform/support.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MessageThread } from '../../parts/message-thread.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { useConversation, useConversations, useMarkRead, useWriteMore } from './data.ts'
import { OwnPicture, PictureField, usePicture } from './picture-field.tsx'
import { pictureIn } from './shrink.ts'
import classes from './support.module.css'

const TONES: Readonly<Record<Conversation['state'], Tone>> = { open: 'warning', answered: 'success', closed: 'neutral' }
const SHOWN = 25
const SHOWN_MAX = 100

export function ConversationList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const [limit, setLimit] = useState(SHOWN)
  const read = useConversations(limit)
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) return <Loading shapes={[48, 48]} />
  const { data, meta } = read.data
  if (data.length === 0)
    return (
      <EmptyState
        withBorder={false}
        icon={<IconMessages size={40} stroke={1.5} />}
        title={t('support.none')}
        text={t('support.noneText')}
      />
    )
  return (
    <Stack>
      <ul className={classes.list}>
        {data.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={one.isUnread ? `${classes.row} ${classes.unread}` : classes.row}
              onClick={() => onOpen(one.id)}
            >
              <span className={classes.topic}>{t(`support.topics.${one.topic}`)}</span>
              <StatusBadge tone={one.isUnread ? 'info' : TONES[one.state]}>
                {one.isUnread ? t('support.unread') : t(`support.states.${one.state}`)}
              </StatusBadge>
              <span className={classes.preview} data-may-shorten="">
                {one.preview}
              </span>
              <span className="k-small">{show.dateTime(one.updatedAt)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {meta.total > data.length && limit < SHOWN_MAX && (
        <Center>
          <Button variant="default" onClick={() => setLimit(SHOWN_MAX)} loading={read.isFetching}>
            {t('support.more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

export function OpenedConversation({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation()
  const read = useConversation(id)
  const mark = useMarkRead()
  const isUnread = read.data?.isUnread ?? false
  const { run } = mark
  useEffect(() => {
    if (isUnread) run({ params: { uuid: id } })
    // Once for each unread message: a new `run` must not repeat the call.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isUnread])
  return (
    <Stack>
      <Group justify="space-between">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={onBack}
        >
          {t('support.back')}
        </Button>
        {read.data && <StatusBadge tone={TONES[read.data.state]}>{t(`support.states.${read.data.state}`)}</StatusBadge>}
      </Group>
      {read.isError && (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      )}
      {read.isPending && <Loading shapes={[72, 72]} />}
      {read.data && (
        <>
          <MessageThread
            label={t(`support.topics.${read.data.topic}`)}
            messages={read.data.messages.map((one) => ({
              id: one.id,
              isOwn: !one.isAnswer,
              author: one.isAnswer ? t('support.us') : t('support.you'),
              text: one.text,
              at: one.at,
              ...(one.screenshot !== null && { picture: <OwnPicture id={one.screenshot} /> }),
            }))}
          />
          <MoreForm id={id} />
        </>
      )}
    </Stack>
  )
}

function MoreForm({ id }: { id: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [screenshot, setScreenshot] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const picture = usePicture(setScreenshot)
  const more = useWriteMore((refused) => {
    setFault(refused.fields.text?.message ?? refused.message)
    return true
  })
  const send = async () => {
    setFault(null)
    if (text.trim() === '') return setFault(t('refusals.fields.required'))
    if (!(await more.ask({ params: { uuid: id }, body: { text, screenshot } }))) return
    setText('')
    setScreenshot(null)
  }
  return (
    <Stack gap="sm" onPaste={(event) => picture.take(pictureIn(event.clipboardData.files))}>
      <Textarea
        label={t('support.goOn')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={SUPPORT_TEXT_MAX}
        value={text}
        error={fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PictureField id={screenshot} onRemove={() => setScreenshot(null)} taker={picture} />
      <Group justify="flex-end">
        <Button onClick={() => void send()} loading={more.isBusy} disabled={picture.isBusy} aria-busy={more.isBusy}>
          {t('support.send')}
        </Button>
      </Group>
    </Stack>
  )
}
