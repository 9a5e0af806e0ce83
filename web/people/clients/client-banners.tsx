/** What is not as usual with a client: archived, or made of two. */
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useBringBackClient, useUndoMerge } from './holders-data.ts'

export function ClientBanners({ client }: { client: Client }) {
  return (
    <>
      <ArchivedBanner client={client} />
      <MergedBanners client={client} />
    </>
  )
}

function ArchivedBanner({ client }: { client: Client }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const back = useBringBackClient(t('holders.archive.backDone'))
  if (client.archivedAt === null) return null
  return (
    <StatusBanner
      tone="info"
      action={
        <WriteButton
          variant="default"
          size="compact-sm"
          loading={back.isBusy}
          onClick={() => back.run({ params: { c, id: client.id } })}
        >
          {t('holders.archive.back')}
        </WriteButton>
      }
    >
      {t('holders.archive.banner')}
    </StatusBanner>
  )
}

function MergedBanners({ client }: { client: Client }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const mayUndo = useHasRight('amounts')
  const undo = useUndoMerge(t('holders.merge.undone'))
  return client.merged.map((one) => (
    <StatusBanner
      key={one.id}
      tone="info"
      action={
        mayUndo && (
          <WriteButton
            variant="default"
            size="compact-sm"
            loading={undo.isBusy}
            onClick={() => undo.run({ params: { c, id: client.id }, body: { client: one.id } })}
          >
            {t('holders.merge.undo')}
          </WriteButton>
        )
      }
    >
      {t('holders.merge.banner', { name: one.name || t('clients.nameless'), number: cardNumberText(one.cardNumber) })}
    </StatusBanner>
  ))
}
