/** What the business calls its points, and whether there are parts of one. */
import { Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { pointsText } from '../../../contract/figures.ts'
import type { General } from '../../../contract/platform/cabinets.ts'
import { PointsStyle } from '../../../contract/platform/general-settings.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useSavedForm } from '../../base/saved-form.ts'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { inputOf, useSaveGeneral } from './data.ts'

const EXAMPLE_MINOR = 50_00

export function PointsCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const isOwner = role === 'owner'
  const form = useForm({
    mode: 'controlled',
    initialValues: general.points,
    validate: checkWith(PointsStyle),
  })
  const save = useSaveGeneral(c, form, t('settings.points.saved'), () => false)
  const { isDirty, submit, leave } = useSavedForm(form, async (points) => {
    const saved = await save.ask({ params: { c }, body: inputOf({ ...general, points }) })
    return saved?.points
  })
  const { name, counted, hasDecimals } = form.values
  const n = pointsText(EXAMPLE_MINOR, hasDecimals)
  const own = counted.trim() || name.trim()
  return (
    <SettingsCard
      id="points-title"
      title={t('settings.points.title')}
      text={t('settings.points.lead')}
      maw={420}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      locked={isOwner ? undefined : t('settings.account.ownerOnly')}
      dialogs={leave}
    >
      <TextInput
        label={t('settings.points.name')}
        description={t('settings.points.nameHint')}
        placeholder={t('common.points.name')}
        maxLength={24}
        disabled={!isOwner}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('settings.points.counted')}
        description={t('settings.points.countedHint')}
        placeholder={name.trim().toLowerCase()}
        maxLength={24}
        disabled={!isOwner}
        autoComplete="off"
        {...form.getInputProps('counted')}
      />
      <Switch
        label={t('settings.points.decimals')}
        description={t('settings.points.decimalsHint')}
        disabled={!isOwner}
        {...form.getInputProps('hasDecimals', { type: 'checkbox' })}
      />
      <Text className="k-small k-number" role="status">
        {t('settings.points.example', {
          text: own === '' ? t('common.points.counted', { count: EXAMPLE_MINOR / 100, n }) : `${n} ${own}`,
        })}
      </Text>
    </SettingsCard>
  )
}
