/** How a promo code arrives: typed by the visitor, or hidden in the link. */
import { Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { controlId } from './controls.ts'
import { hasHiddenPromo } from './limits.ts'
import type { Editor } from './use-editor.ts'

export function PromoWay({ field, editor, error }: { field: FormField; editor: Editor; error: string | undefined }) {
  const { t } = useTranslation()
  const isAllowed = hasHiddenPromo(useCabinet()) || field.isHidden === true
  return (
    <Radio.Group
      id={controlId(`fields.${field.key}.isHidden`)}
      label={t('forms.fields.promoWay.label')}
      error={error}
      value={field.isHidden ? 'hidden' : 'typed'}
      onChange={(way) => editor.setField(field.key, { isHidden: way === 'hidden' })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="typed" label={t('forms.fields.promoWay.typed')} />
        <Radio
          value="hidden"
          label={t('forms.fields.promoWay.hidden')}
          disabled={!isAllowed}
          {...(!isAllowed && { description: t('forms.fields.promoWay.locked') })}
        />
        <Text className="k-small" c="dimmed">
          {t('forms.fields.promoWay.hint')}
        </Text>
      </Stack>
    </Radio.Group>
  )
}
