import { useTranslation } from 'react-i18next'
import { fillText } from '../../../card/fill.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { cardValues, useSampleHolder } from '../../people/clients/data.ts'
import { MessagePreview } from '../../parts/message-preview.tsx'
import type { Token } from '../../parts/token-input/tokens.ts'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import { ChatPreview } from './chat-preview.tsx'
import type { Draft } from './push-draft.ts'

/** What the text may contain, with examples of the client in the preview. */
export function usePushTokens(draft: Draft, variables: readonly Variable[]): readonly Token[] {
  const holder = useSampleHolder(useCabinet().id, draft.templates[0])
  return useVariableTokens(variables, cardValues(holder, variables, undefined))
}

type PushPreviewProps = { draft: Draft; templates: readonly TemplateRow[]; variables: readonly Variable[] }

/**
 * The message on a lock screen or in a chat, filled with a client's data. Near a place the phone shows the card itself,
 * so only an iPhone shows our text.
 */
export function PushPreview({ draft, templates, variables }: PushPreviewProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const template = templates.find((one) => draft.templates.includes(one.id)) ?? templates[0]
  const holder = useSampleHolder(cabinet.id, draft.templates[0])
  const icon = template?.design.images.icon
  const text = fillText(draft.message, cardValues(holder, variables, undefined))
  const whose =
    /\{[A-Za-z]/.test(draft.message) &&
    t('pushes.preview.filledWith', { name: `${holder.name} ${holder.surname}`.trim() || t('clients.nameless') })
  if (draft.type === 'telegram')
    return (
      <ChatPreview text={text} business={cabinet.name}>
        {whose}
      </ChatPreview>
    )
  return (
    <MessagePreview
      text={text}
      organisation={template?.design.organisation ?? ''}
      icon={icon ? fileUrl(cabinet.id, icon) : null}
      isNear={draft.type !== 'text'}
    >
      {whose}
    </MessagePreview>
  )
}
