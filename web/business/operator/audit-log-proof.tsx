import { Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useAuditLogProof } from './data.ts'
import classes from './operator.module.css'

/** Whether the audit log is intact: a banner when it is not, one quiet line when it is. */
export function AuditLogProof() {
  const { t } = useTranslation()
  const show = useShow()
  const read = useAuditLogProof()
  if (read.data === undefined) return null
  const proof = read.data
  if (proof === null)
    return (
      <Text className={classes.proof ?? ''}>
        <IconShieldCheck size={16} aria-hidden="true" />
        {t('operator.log.proof.none')}
      </Text>
    )
  const detail = { count: proof.rows, n: show.number(proof.rows), time: show.dateTime(proof.checkedAt) }
  if (proof.fault !== null)
    return <StatusBanner tone="danger">{t(`operator.log.proof.${proof.fault}`, detail)}</StatusBanner>
  return (
    <Text className={classes.proof ?? ''}>
      <IconShieldCheck size={16} aria-hidden="true" />
      {t('operator.log.proof.unbroken', detail)}
    </Text>
  )
}
