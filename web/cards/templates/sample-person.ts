import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardHolder } from '../../../card/values.ts'
import { samplePerson } from './sample.ts'

/** The built-in sample person, with a name that is common in the language of the cabinet. */
export function useSamplePerson(): CardHolder {
  const { t } = useTranslation()
  return useMemo(
    () =>
      samplePerson({
        name: t('templates.sample.name'),
        surname: t('templates.sample.surname'),
        promo: t('templates.sample.promo'),
      }),
    [t],
  )
}
