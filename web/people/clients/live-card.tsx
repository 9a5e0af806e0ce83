import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApplePass } from '../../../card/apple-face.tsx'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import '../../../card/card.css'
import { fillCard } from '../../../card/fill.ts'
import { GooglePass } from '../../../card/google-face.tsx'
import { googlePassViewOf } from '../../../card/google-pass.ts'
import type { CardHolder } from '../../../card/values.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { Bone } from '../../parts/loading.tsx'
import classes from './clients.module.css'
import { cardValues, useTemplate, useVariables } from './data.ts'

/** The client's card on either phone, as it will be after the form is saved. */
export function LiveCard({
  holder,
  templateId,
  first,
}: {
  holder: CardHolder
  templateId: string
  first: 'apple' | 'google'
}) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const [wallet, setWallet] = useState(first)
  const template = useTemplate(cabinet.id, templateId)
  const variables = useVariables(cabinet.id)
  const filled = useMemo(
    () =>
      template.data &&
      fillCard(template.data.design, cardValues(holder, variables.data ?? [], template.data), (id) =>
        fileUrl(cabinet.id, id),
      ),
    [template.data, variables.data, holder, cabinet.id],
  )
  const label = t('clients.client.previewAlt', {
    name: `${holder.name} ${holder.surname}`.trim() || t('clients.nameless'),
    wallet: t(`common.wallets.${wallet}`),
  })
  return (
    <div className={classes.stage}>
      <SegmentedControl
        aria-label={t('clients.client.walletsLabel')}
        value={wallet}
        onChange={(value) => setWallet(value as 'apple' | 'google')}
        data={[
          { value: 'apple', label: 'Apple' },
          { value: 'google', label: 'Google' },
        ]}
      />
      <div className={classes.pass}>
        {template.isError && (
          <PagePanel error={template.error} onRetry={() => void template.refetch()} isRetrying={template.isFetching} />
        )}
        {!filled && !template.isError && <Bone radius={10} style={{ aspectRatio: '375 / 524' }} />}
        {filled && wallet === 'apple' && (
          <ApplePass view={applePassViewOf(filled)} label={label} className="k-lifted" />
        )}
        {filled && wallet === 'google' && (
          <div className={classes.google}>
            <GooglePass view={googlePassViewOf(filled)} label={label} />
          </div>
        )}
      </div>
    </div>
  )
}
