import { Accordion, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './certificates.module.css'

const STEPS = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'] as const

/** Instructions for Apple's developer site. */
export function HowTo() {
  const { t } = useTranslation()
  return (
    <Accordion variant="separated" radius="md">
      <Accordion.Item value="how">
        <Accordion.Control>{t('certificates.apple.how.title')}</Accordion.Control>
        <Accordion.Panel>
          <Text c="dimmed" mb="sm">
            {t('certificates.apple.how.need')}
          </Text>
          <ol className={classes.how}>
            {STEPS.map((step) => (
              <li key={step}>{t(`certificates.apple.how.steps.${step}`)}</li>
            ))}
          </ol>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
