/** The logo and the background of the page: support puts them there for a business on Expert. */
import { Button, Group, Text } from '@mantine/core'
import { IconHeadset, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FORM_LOOK_PARTS, FORM_LOOK_SLOTS } from '../../../contract/limits.ts'
import type { Form } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { askSupport } from '../../base/support.ts'
import { hasLook } from './limits.ts'
import classes from './theme.module.css'

export function Look({ form }: { form: Form }) {
  const { t } = useTranslation()
  const isAllowed = hasLook(useCabinet())
  const { logo, background } = FORM_LOOK_SLOTS
  const sizes = {
    logo: `${logo.width} × ${logo.height}`,
    background: `${background.width} × ${background.height}`,
  }
  const ask = () => askSupport({ topic: 'question', text: t('forms.look.request', { name: form.name, url: form.url }) })
  return (
    <div className={classes.look}>
      <Text component="h3" fz="sm" fw={600} m={0}>
        {t('forms.look.title')}
      </Text>
      {isAllowed ? (
        <>
          <Text size="sm" c="dimmed">
            {t('forms.look.text', sizes)}
          </Text>
          <Group gap="md" align="flex-end">
            {FORM_LOOK_PARTS.map((part) => {
              const url = form.look[part]
              return (
                url !== null && (
                  <figure key={part} className={classes.lookPart}>
                    <img src={url} alt="" />
                    <figcaption>{t(`forms.look.parts.${part}`)}</figcaption>
                  </figure>
                )
              )
            })}
          </Group>
          <Button
            variant="default"
            leftSection={<IconHeadset size={16} aria-hidden="true" />}
            style={{ alignSelf: 'flex-start' }}
            onClick={ask}
          >
            {t('forms.look.ask')}
          </Button>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <IconLock size={14} aria-hidden="true" /> {t('forms.look.locked')}
        </Text>
      )}
    </div>
  )
}
