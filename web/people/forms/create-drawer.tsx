import { Drawer, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { forms } from '../../../contract/people/forms.ts'
import { type Language, LANGUAGES } from '../../../contract/limits.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { applyFields, checkWith } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { useLanguage } from '../../base/words.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { useCreateForm } from './data.ts'
import { maskOfZone } from '../../base/home-country.ts'

type CreateDrawerProps = {
  isOpen: boolean
  onClose: () => void
  templates: readonly { id: string; name: string }[]
  /** A refusal that the page shows as a banner. */
  onBlocked: (refused: Refused) => void
}

/** Asks for what a new form needs, then opens the editor with the usual fields. */
export function CreateDrawer({ isOpen, onClose, templates, onBlocked }: CreateDrawerProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const lang = useLanguage()
  const form = useForm<{ name: string; template: string; lang: Language }>({
    mode: 'controlled',
    initialValues: { name: '', template: templates[0]?.id ?? '', lang },
    validate: checkWith(forms.createForm.body),
  })
  const create = useCreateForm(cabinet.id, (refused) => {
    if (applyFields(form, refused)) return true
    if (refused.code !== 'form_limit' && refused.code !== 'cards_not_active') return false
    onBlocked(refused)
    onClose()
    return true
  })
  const submit = form.onSubmit(async (body) => {
    const phoneMask = maskOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
    const made = await create.ask({ params: { c: cabinet.id }, body: { ...body, ...(phoneMask && { phoneMask }) } })
    if (!made) return
    onClose()
    form.reset()
    await navigate({ to: `/${cabinet.domain}/form/${made.formKey}` as string })
  })
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('forms.create.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('forms.create.name')}
            description={t('forms.create.nameHint')}
            maxLength={60}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Select
            label={t('forms.create.card')}
            data={templates.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('template')}
          />
          <Select
            label={t('forms.create.lang')}
            data={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
            allowDeselect={false}
            {...form.getInputProps('lang')}
          />
          <FormButtons submitLabel={t('forms.create.submit')} isBusy={create.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  )
}
