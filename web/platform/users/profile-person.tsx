import { NativeSelect, Paper, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { Profile, type User, users } from '../../../contract/platform/users.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { updateUser } from '../../base/session.ts'
import { useLanguage } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { switchLanguage } from '../../shell/preference.ts'
import { SaveButton } from '../../parts/settings-card.tsx'

type Values = { name: string; surname: string; phone: string }

/** Name, surname and phone are saved together; the language changes immediately. */
export function PersonCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const lang = useLanguage()
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { name: user.name, surname: user.surname, phone: user.phone },
    validate: checkWith(Profile),
  })
  const save = useWrite(users.saveProfile, {
    form,
    done: t('users.profile.saved'),
    refresh: [users.me],
    onDone: updateUser,
  })
  const isDirty = form.isDirty()
  const send = async (values: Values) => {
    const saved = await save.ask({ body: values })
    if (saved) {
      const { name, surname, phone } = saved
      form.setValues({ name, surname, phone })
      form.resetDirty({ name, surname, phone })
    }
    return saved !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : send(form.getValues()),
  )
  return (
    <Paper component="section" p="lg" aria-labelledby="profile-person">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void send(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <Stack>
          <Title order={2} id="profile-person">
            {t('users.profile.person')}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
            <TextInput
              label={t('users.firstName')}
              autoComplete="given-name"
              maxLength={60}
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('users.surname')}
              autoComplete="family-name"
              maxLength={60}
              {...form.getInputProps('surname')}
            />
          </SimpleGrid>
          <TextInput
            type="tel"
            inputMode="tel"
            label={t('users.phone')}
            description={t('users.phoneHint')}
            autoComplete="tel"
            maxLength={32}
            maw={420}
            {...form.getInputProps('phone')}
          />
          <SaveButton isDirty={isDirty} isSaving={save.isBusy} />
          <NativeSelect
            label={t('users.profile.language')}
            description={t('users.profile.languageHint')}
            maw={420}
            value={lang}
            data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
            onChange={(event) => void switchLanguage(event.currentTarget.value as Language)}
          />
        </Stack>
      </form>
      {leave}
    </Paper>
  )
}
