/** Name and logo of the account. */
import { Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { faultsIn } from '../../base/form.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { DraftDialogs } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { ImageSlot } from '../../parts/image-slot/image-slot.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { inputOf, useNewestGeneral, useSaveGeneral } from './data.ts'

const NameAndLogo = cabinets.saveGeneral.body.pick({ name: true, logo: true })
type Draft = Pick<General, 'name' | 'logo'>
const draftOf = ({ name, logo }: General): Draft => ({ name, logo })

export function AccountCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({})
  const stale = useStale()
  const saving = useSaveGeneral(c, { setErrors }, t('settings.account.saved'), stale.isConflict)
  const draft = useDraft<General, Draft>({
    kind: 'account',
    id: general.domain,
    saved: general,
    draftOf,
    stale,
    readNewest: useNewestGeneral(c),
    check: (one) => {
      const faults = faultsIn(NameAndLogo, one)
      setErrors(faults)
      return Object.keys(faults).length === 0
    },
    send: (one, over) => saving.ask({ params: { c }, body: inputOf({ ...(over ?? general), ...one }) }),
    onReplaced: () => setErrors({}),
  })
  const change = (part: Partial<Draft>) => {
    draft.edit(Object.keys(part).join(), (before) => ({ ...before, ...part }))
    setErrors({})
  }
  const isOwner = role === 'owner'
  const { name, logo } = draft.value
  const fields: DraftFields = {
    nameOf: ([field]) => t(field === 'name' ? 'settings.account.name' : 'settings.account.logo'),
    textOf: ([field], value) =>
      field === 'logo' && value !== null ? <img src={fileUrl(c, String(value))} alt="" height={48} /> : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <SettingsCard
      id="account-title"
      title={t('settings.account.title')}
      isDirty={draft.isDirty}
      isSaving={draft.isSaving}
      onSubmit={submit}
      locked={isOwner ? undefined : t('settings.account.ownerOnly')}
      dialogs={<DraftDialogs draft={draft} fields={fields} />}
    >
      <KeptBanner kept={draft.kept} />
      <TextInput
        label={t('settings.account.name')}
        maxLength={60}
        maw={420}
        disabled={!isOwner}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.name}
      />
      <div>
        <Text className="k-small" c="dimmed">
          {t('settings.account.domain')}
        </Text>
        <Text className="k-mono">{general.domain}</Text>
      </div>
      {isOwner && (
        <div style={{ maxWidth: '26.25rem' }}>
          <ImageSlot
            cabinetId={c}
            slot="logo"
            cardColour="#ffffff"
            image={logo === null ? null : { id: logo, url: fileUrl(c, logo) }}
            onChange={(images) => {
              if (images.logo !== undefined) change({ logo: images.logo?.id ?? null })
            }}
          />
          <Text className="k-small" c="dimmed" mt={4}>
            {t('settings.account.logoHint')}
          </Text>
        </div>
      )}
    </SettingsCard>
  )
}
