import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isSentType, type Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Draft, nameFrom } from './push-draft.ts'
import { RemovePush } from './remove-push.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import type { PushActions } from './use-push-actions.ts'

type EditorDialogsProps = {
  push: Push | null
  draft: Draft
  actions: PushActions
  /** How many clients would get it; undefined while they are counted. */
  people: number | undefined
  /** Issued cards of the chosen templates. */
  cards: number
  isRemoving: boolean
  onKeep: () => void
}

/** Questions before a push is sent, switched or deleted. */
export function EditorDialogs({ push, draft, actions, people, cards, isRemoving, onKeep }: EditorDialogsProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  const navigate = useNavigate()
  const isSent = isSentType(draft.type)
  const effect =
    people === undefined
      ? t(draft.type === 'telegram' ? 'pushes.sendDialog.unknownLinked' : 'pushes.sendDialog.unknownReach')
      : people === 0
        ? t(draft.type === 'telegram' ? 'pushes.sendDialog.nobodyLinked' : 'pushes.sendDialog.nobody')
        : t('pushes.sendDialog.text', { count: people, n: show.number(people) })
  return (
    <>
      <ConfirmDialog
        isOpen={actions.isAsking && isSent}
        onClose={actions.stopAsking}
        title={t('pushes.sendDialog.title', { name: nameFrom(draft) })}
        confirmLabel={t('pushes.sendDialog.verb')}
        onConfirm={() => void actions.send()}
        isBusy={actions.isSending}
        isDangerous={false}
      >
        <Text>{effect}</Text>
        <Text c="dimmed" mt="xs">
          {t('pushes.sendDialog.once')}
        </Text>
      </ConfirmDialog>
      <SwitchDialog
        push={actions.isAsking && !isSent ? draft : null}
        isOn={push?.isActive ?? false}
        cards={cards}
        onClose={actions.stopAsking}
        onConfirm={() => void actions.toggle()}
        isBusy={actions.isToggling}
      />
      <RemovePush
        push={isRemoving ? push : null}
        onClose={onKeep}
        onDone={() =>
          void navigate({
            to: '/$cabinetDomain/pushes',
            params: { cabinetDomain: domain },
            search: {},
            ignoreBlocker: true,
          })
        }
      />
    </>
  )
}
