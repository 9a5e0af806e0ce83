import { Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../parts/status.tsx'
import { tryExpression, type Trial } from './expression.ts'
import classes from './fields.module.css'

/**
 * A box to try an entry, checked with the same engine as a client's entry.
 * @param isRefused its error is shown already
 */
export function ExpressionTrial({ source, isRefused }: { source: string; isRefused: boolean }) {
  const { t } = useTranslation()
  const [entry, setEntry] = useState('')
  const [trial, setTrial] = useState<Trial | null>(null)
  useEffect(() => {
    let isStale = false
    if (source === '') setTrial(null)
    else void tryExpression(source, entry).then((result) => !isStale && setTrial(result))
    return () => {
      isStale = true
    }
  }, [source, entry])
  return (
    <div className={classes.trial}>
      <TextInput
        label={t('forms.fields.try')}
        value={entry}
        onChange={(event) => setEntry(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
      />
      <div role="status" className={classes.verdict}>
        {!isRefused && trial?.state === 'broken' && (
          <Text c="red" size="sm">
            {t('forms.fields.tryBroken', { reason: trial.reason })}
          </Text>
        )}
        {entry !== '' && trial?.state === 'matches' && (
          <StatusBadge tone="success">{t('forms.fields.tryMatches')}</StatusBadge>
        )}
        {entry !== '' && trial?.state === 'differs' && (
          <StatusBadge tone="danger">{t('forms.fields.tryDiffers')}</StatusBadge>
        )}
      </div>
    </div>
  )
}
