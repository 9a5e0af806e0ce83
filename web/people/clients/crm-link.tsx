/** Who a client is in the CRM: another person can be chosen, and the choice taken back. */
import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientSync } from '../../../contract/business/crm-sync.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useUndoRelink } from '../../business/integration/data.ts'
import { LinkButton } from '../../parts/link.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

type CrmLinkProps = { c: number; id: string; sync: ClientSync }

export function CrmLink({ c, id, sync }: CrmLinkProps) {
  const { t } = useTranslation()
  const mayManage = useHasRight('crm')
  const { domain } = useCabinet()
  const undo = useUndoRelink(t('clients.crm.link.undoneToast'))
  if (sync.crmId === null && sync.relinks.length === 0) return null
  return (
    <Stack gap="xs">
      {sync.relinks.map(({ at, before, after, undoneAt, isLast }) => (
        <div key={at}>
          <Text>{t('clients.crm.link.relinked', { before, after })}</Text>
          <Group gap="xs" className="k-small">
            <MoscowTime at={at} />
            {undoneAt && <span>{t('clients.crm.link.undone')}</span>}
            {isLast && mayManage && (
              <WriteButton
                variant="subtle"
                size="compact-sm"
                loading={undo.isBusy}
                aria-busy={undo.isBusy}
                onClick={() => undo.run({ params: { c, id } })}
              >
                {t('clients.crm.link.undo')}
              </WriteButton>
            )}
          </Group>
        </div>
      ))}
      {sync.crmId !== null && mayManage && (
        <Group>
          <LinkButton
            variant="default"
            to="/$cabinetDomain/integration"
            params={{ cabinetDomain: domain }}
            search={{ who: id } as never}
          >
            {t('clients.crm.link.change')}
          </LinkButton>
        </Group>
      )}
    </Stack>
  )
}
