/** Mapped fields of one client that are not exchanged: why, and whose value counts where both sides changed it. */
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldFault } from '../../../contract/business/crm-fields.ts'
import { useSettleField } from './desk-data.ts'

type FieldFaultsProps = {
  c: number
  id: string
  name: string
  faults: readonly FieldFault[]
  mayManage: boolean
}

const SHOWN = 40
const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

export function FieldFaults({ c, id, name, faults, mayManage }: FieldFaultsProps) {
  const { t } = useTranslation()
  const settle = useSettleField()
  return faults.map(({ theirs, name: field, reason, here, there }) => (
    <div key={theirs}>
      <Text>{t(`integration.fields.faults.${reason}`, { field, name, here: short(here), there: short(there) })}</Text>
      {reason === 'conflict' && mayManage && (
        <Group gap="xs" mt={4}>
          {(['ours', 'theirs'] as const).map((keep) => (
            <Button
              key={keep}
              variant="default"
              size="compact-sm"
              disabled={settle.isBusy}
              onClick={() => settle.run({ params: { c, id }, body: { theirs, keep } })}
            >
              {t(`integration.desk.keep.${keep}`, { value: short(keep === 'ours' ? here : there) })}
            </Button>
          ))}
        </Group>
      )}
    </div>
  ))
}
