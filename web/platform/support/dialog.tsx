/** Support as a dialog over any page: write, and read the replies. */
import { Modal, Tabs, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { askSupport, type SupportAsked } from '../../base/support.ts'
import { PHONE } from '../../base/theme.ts'
import { ConversationList, OpenedConversation } from './conversations.tsx'
import { useAbout } from './data.ts'
import { WriteForm } from './write-form.tsx'

type Side = 'write' | 'read'

export function SupportDialog({ asked }: { asked: SupportAsked }) {
  const { t } = useTranslation()
  const user = useUser()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const about = useAbout()
  const unread = about.data?.unread ?? 0
  const [chosen, setChosen] = useState<Side | null>(asked.conversation === undefined ? null : 'read')
  const [opened, setOpened] = useState(asked.conversation ?? null)
  if (!user) return null
  const close = () => askSupport(null)
  const hasReason = asked.topic !== undefined || asked.text !== undefined || asked.requestId !== undefined
  const side: Side = chosen ?? (unread > 0 && !hasReason ? 'read' : 'write')
  return (
    <Modal
      opened
      onClose={close}
      title={t('support.title')}
      size={640}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Tabs
        value={side}
        onChange={(value) => {
          setChosen(value === 'read' ? 'read' : 'write')
          setOpened(null)
        }}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="write">{t('support.write')}</Tabs.Tab>
          <Tabs.Tab
            value="read"
            {...(unread > 0 && {
              rightSection: (
                <Text span className="k-small k-number" fw={600} c="var(--k-nav-text)">
                  {unread}
                </Text>
              ),
            })}
          >
            {t('support.read')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="write">
          <WriteForm
            userId={user.id}
            asked={asked}
            answerHours={about.data?.answerHours}
            onClose={close}
            onSent={(id) => {
              setChosen('read')
              setOpened(id)
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="read">
          {opened === null ? (
            <ConversationList
              onOpen={(id) => {
                // Reading the last new reply leaves none: without a choice the dialog would go to the other tab.
                setChosen('read')
                setOpened(id)
              }}
            />
          ) : (
            <OpenedConversation id={opened} onBack={() => setOpened(null)} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
