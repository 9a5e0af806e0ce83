/** Name and logo of the account. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
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
  const { isDirty } = draft
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
    <Paper component="section" p="lg" aria-labelledby="account-title">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={2} id="account-title">
            {t('settings.account.title')}
          </Title>
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
          {isOwner ? (
            <Group>
              <Button
                type="submit"
                variant={isDirty ? 'filled' : 'default'}
                disabled={!isDirty}
                loading={draft.isSaving}
                aria-busy={draft.isSaving}
              >
                {t('common.save')}
              </Button>
            </Group>
          ) : (
            <Text className="k-small" c="dimmed">
              {t('settings.account.ownerOnly')}
            </Text>
          )}
        </Stack>
      </form>
      <DraftDialogs draft={draft} fields={fields} />
    </Paper>
  )
}
