/** A new question: topic, text, a picture. The page and the ID of the failed request are included. */
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ClipboardEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_TEXT_MAX, SUPPORT_TOPICS, type SupportTopic } from '../../../contract/limits.ts'
import { AskInput } from '../../../contract/platform/support.ts'
import { checkWith } from '../../base/form.ts'
import { queryClient } from '../../base/query.ts'
import type { SupportAsked } from '../../base/support.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { useAsk } from './data.ts'
import { keepDraft, keptDraft, NO_DRAFT } from './kept-draft.ts'
import { PictureField, usePicture } from './picture-field.tsx'
import { pictureIn } from './shrink.ts'
import classes from './support.module.css'

/** The path of the hash, without its query. */
const pageNow = () => location.hash.slice(1).split('?')[0]?.slice(0, 300) ?? ''

/** Number of the page's cabinet, when it is loaded. */
function cabinetNow(): number | undefined {
  const domain = pageNow().split('/')[1]
  const read = queryClient.getQueriesData<{ id: number; domain: string }>({ queryKey: [cabinets.openCabinet.path] })
  return read.map(([, cabinet]) => cabinet).find((cabinet) => cabinet?.domain === domain)?.id
}

type WriteFormProps = {
  userId: string
  asked: SupportAsked
  answerHours: number | undefined
  onSent: (id: string) => void
  onClose: () => void
}

export function WriteForm({ userId, asked, answerHours, onSent, onClose }: WriteFormProps) {
  const { t } = useTranslation()
  const kept = keptDraft(userId)
  const route = pageNow()
  const form = useForm({
    initialValues: {
      topic: asked.topic ?? kept.topic ?? ('question' as SupportTopic),
      text: asked.text ?? kept.text,
      screenshot: kept.screenshot,
      requestId: asked.requestId ?? kept.requestId,
    },
    validate: checkWith(AskInput.pick({ text: true })),
  })
  const { values } = form
  useEffect(() => keepDraft(userId, values), [userId, values])
  const picture = usePicture((id) => form.setFieldValue('screenshot', id))
  const ask = useAsk(form)
  const submit = form.onSubmit(async (body) => {
    const cabinet = cabinetNow()
    const reply = await ask.ask({ body: { ...body, route, ...(cabinet !== undefined && { cabinet }) } })
    if (!reply) return
    keepDraft(userId, NO_DRAFT)
    onSent(reply.id)
  })
  const paste = (event: ClipboardEvent) => {
    const file = pictureIn(event.clipboardData.files)
    if (!file) return
    event.preventDefault()
    picture.take(file)
  }
  return (
    <form noValidate onSubmit={submit} onPaste={paste}>
      <Stack>
        <Text c="dimmed">
          {answerHours === undefined ? t('support.lead') : t('support.answerTime', { count: answerHours })}
        </Text>
        <NativeSelect
          label={t('support.topic')}
          data={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: t(`support.topics.${topic}`) }))}
          {...form.getInputProps('topic')}
        />
        <Textarea
          label={t('support.text')}
          autosize
          minRows={5}
          maxRows={12}
          maxLength={SUPPORT_TEXT_MAX}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <PictureField id={values.screenshot} onRemove={() => form.setFieldValue('screenshot', null)} taker={picture} />
        <div className={classes.facts}>
          {t('support.goesAlong')} <code className="k-mono">{route}</code>
          {values.requestId !== '' && (
            <>
              {' · '}
              {t('common.requestId')} <code className="k-mono">{values.requestId}</code>
            </>
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={ask.isBusy} disabled={picture.isBusy} aria-busy={ask.isBusy}>
            {t('support.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
