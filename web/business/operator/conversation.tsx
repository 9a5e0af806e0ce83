/** One conversation: who asked and from which page, the messages, and the reply. */
import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_TEXT_MAX } from '../../../contract/limits.ts'
import type { OpenedInboxConversation } from '../../../contract/business/operated.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathLink } from '../../parts/link.tsx'
import { MessageThread } from '../../parts/message-thread.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PrivatePicture } from '../../parts/private-picture.tsx'
import { useAnswerConversation, useCloseConversation, useInboxConversation, useInboxPicture } from './data.ts'
import { Facts, UnreadRow } from './facts.tsx'
import { StateBadge } from './inbox.tsx'

export function ConversationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const read = useInboxConversation(id)
  useBreadcrumbs([
    { text: t('operator.label'), to: '/operator' },
    { text: t('operator.sections.support'), to: '/operator/support' },
    ...crumbOf(read, read.data && t(`support.topics.${read.data.topic}`)),
  ])
  if (read.data) return <OpenedConversation key={id} conversation={read.data} />
  return <UnreadRow title={t('operator.sections.support')} read={read} />
}

type ConversationProps = { conversation: OpenedInboxConversation }

function OpenedConversation({ conversation }: ConversationProps) {
  const { t } = useTranslation()
  const { id, person, state } = conversation
  const close = useCloseConversation()
  return (
    <Page>
      <PageHeader
        title={t(`support.topics.${conversation.topic}`)}
        badge={<StateBadge state={state} />}
        {...(state !== 'closed' && {
          secondary: (
            <Button variant="default" onClick={() => close.run({ params: { uuid: id } })} loading={close.isBusy}>
              {t('operator.inbox.close')}
            </Button>
          ),
        })}
      />
      <FactsCard conversation={conversation} />
      <MessageThread
        label={t('operator.inbox.messages')}
        messages={conversation.messages.map((one) => ({
          id: one.id,
          isOwn: one.isAnswer,
          author: one.isAnswer ? one.operator || t('support.us') : person.name || person.email,
          text: one.text,
          at: one.at,
          ...(one.screenshot !== null && { picture: <Picture id={one.screenshot} /> }),
        }))}
      />
      <Reply conversation={conversation} />
    </Page>
  )
}

function FactsCard({ conversation }: ConversationProps) {
  const { t } = useTranslation()
  const { person, cabinet } = conversation
  return (
    <Paper p="lg">
      <Facts
        facts={[
          [
            t('operator.inbox.person'),
            <PathLink key="person" to={`/operator/users/${person.id}`}>
              {person.name || person.email}
            </PathLink>,
          ],
          [t('operator.users.email'), person.email],
          [t('operator.user.language'), LANGUAGE_NAMES[conversation.lang]],
          [
            t('operator.invitations.cabinet'),
            cabinet ? (
              <PathLink key="cabinet" to={`/operator/cabinets/${cabinet.id}`}>
                {cabinet.name}
              </PathLink>
            ) : (
              '–'
            ),
          ],
          [
            t('operator.inbox.route'),
            conversation.route === '' ? (
              '–'
            ) : (
              <code key="route" className="k-mono">
                {conversation.route}
              </code>
            ),
          ],
          [
            t('operator.inbox.request'),
            conversation.requestId === '' ? (
              '–'
            ) : (
              <Group key="request" gap={4} wrap="nowrap">
                <code className="k-mono">{conversation.requestId}</code>
                <CopyButton value={conversation.requestId} label={t('common.copyRequestId')} />
              </Group>
            ),
          ],
        ]}
      />
    </Paper>
  )
}

function Reply({ conversation }: ConversationProps) {
  const { t } = useTranslation()
  const { id, person } = conversation
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const answer = useAnswerConversation((refused) => {
    const message = refused.fields.text?.message
    if (message !== undefined) setFault(message)
    return message !== undefined
  })
  const guard = useLeaveGuard(text.trim() !== '')
  const send = async () => {
    setFault(null)
    if (text.trim() === '') return setFault(t('refusals.fields.required'))
    if (await answer.ask({ params: { uuid: id }, body: { text } })) setText('')
  }
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Textarea
          label={t('operator.inbox.answer')}
          description={t('operator.inbox.answerHint', {
            email: person.email,
            language: LANGUAGE_NAMES[conversation.lang],
          })}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={SUPPORT_TEXT_MAX}
          value={text}
          error={fault}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button onClick={() => void send()} loading={answer.isBusy} aria-busy={answer.isBusy}>
            {t('operator.inbox.send')}
          </Button>
        </Group>
      </Stack>
      {guard}
    </Paper>
  )
}

function Picture({ id }: { id: string }) {
  const { t } = useTranslation()
  const read = useInboxPicture(id)
  return (
    <PrivatePicture
      picture={read.data}
      isFailed={read.isError}
      alt={t('support.picture.label')}
      failedText={t('support.picture.gone')}
    />
  )
}
