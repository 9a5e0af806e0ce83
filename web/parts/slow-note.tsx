import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const SLOW_MS = 10_000

/** Beside a skeleton: after ten seconds, a note that the answer is still awaited. */
export function SlowNote() {
  const { t } = useTranslation()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Text c="dimmed" role="status">
      {isSlow ? t('common.stillWorking') : ''}
    </Text>
  )
}
