/** In which language bills, acts and statements are downloaded. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, LANGUAGES } from '../../contract/limits.ts'
import { LANGUAGE_NAMES } from '../../words/words.ts'

type Chosen = Language | ''

/** For the query of a download: nothing, unless a language was chosen. */
export function usePdfLanguage() {
  const [value, setValue] = useState<Chosen>('')
  return { value, setValue, query: value === '' ? {} : { lang: value } }
}

type PdfLanguageProps = Pick<ReturnType<typeof usePdfLanguage>, 'value' | 'setValue'>

export function PdfLanguage({ value, setValue }: PdfLanguageProps) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('bills.pdf.language')}
      w={220}
      maw="100%"
      value={value}
      data={[
        { value: '', label: t('bills.pdf.asMade') },
        ...LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
      ]}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        setValue(LANGUAGES.find((one) => one === chosen) ?? '')
      }}
    />
  )
}
