/** Name and logo of the account. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { ImageSlot } from '../../parts/image-slot/image-slot.tsx'
import { ConflictBanner } from './conflict.tsx'
import { useSaveGeneral } from './data.ts'
import { useStand } from './stand.ts'

const NameAndLogo = cabinets.saveGeneral.body.pick({ name: true, logo: true })

export function AccountCard({ general }: { general: General }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const form = useForm<{ name: string; logo: string | null }>({
    mode: 'controlled',
    initialValues: { name: general.name, logo: general.logo },
    validate: checkWith(NameAndLogo),
  })
  const stand = useStand(general, ({ name, logo }) => [name, logo])
  const save = useSaveGeneral(c, form, t('settings.account.saved'), ({ code }) => code === 'version_conflict')
  const isOwner = role === 'owner'
  const isDirty = form.isDirty()
  const show = (now: General) => {
    stand.moveTo(now)
    form.setValues({ name: now.name, logo: now.logo })
    form.resetDirty({ name: now.name, logo: now.logo })
    save.reset()
  }
  const send = async (values: { name: string; logo: string | null }) => {
    const saved = await save.ask({
      params: { c },
      body: { ...values, firstCardNumber: general.firstCardNumber, plastic: general.plastic, version: stand.version() },
    })
    if (saved) show(saved)
    return saved !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : send(form.getValues()),
  )
  const { logo } = form.values
  return (
    <Paper component="section" p="lg" aria-labelledby="account-title">
      <form onSubmit={form.onSubmit((values) => void send(values))} noValidate>
        <Stack gap="md">
          <Title order={2} id="account-title">
            {t('settings.account.title')}
          </Title>
          <ConflictBanner refused={save.refused} onLoaded={show} />
          <TextInput
            label={t('settings.account.name')}
            maxLength={60}
            maw={420}
            disabled={!isOwner}
            {...form.getInputProps('name')}
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
                  if (images.logo !== undefined) form.setFieldValue('logo', images.logo?.id ?? null)
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
                loading={save.isBusy}
                aria-busy={save.isBusy}
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
      {leave}
    </Paper>
  )
}
