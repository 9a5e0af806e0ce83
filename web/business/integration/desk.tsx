/** Clients that the CRM rejected or that are unclear: why, and what can be done about each. */
import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { TROUBLES, type DeskClient, type Trouble } from '../../../contract/business/crm-desk.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { isRunning, useSyncStatus } from './data.ts'
import { FieldFaults } from './field-faults.tsx'
import { useDesk, useReadNow, useRetry, useSkip } from './desk-data.ts'
import classes from './integration.module.css'

const WhoDrawer = lazy(() => import('./who-drawer.tsx').then((file) => ({ default: file.WhoDrawer })))

const NO_EXCHANGE = { read: false, write: false, rewrite: false }

type DeskProps = { c: number; name: string; isRead: boolean }

/** @param isRead whether anything can be received from this CRM */
export function Desk({ c, name, isRead }: DeskProps) {
  const { t } = useTranslation()
  const show = useShow()
  const mayManage = useHasRight('crm')
  const [trouble, setTrouble] = useState<Trouble>()
  const [further, setFurther] = useState<readonly string[]>([])
  const { data: desk } = useDesk(c, trouble)
  if (!desk) return null
  const total = desk.refused + desk.doubt + desk.field
  const kinds = TROUBLES.filter((one) => desk[one] > 0)
  const choose = (value: string) => {
    setTrouble(TROUBLES.find((one) => one === value))
    setFurther([])
  }
  return (
    <Paper component="section" p="lg" aria-labelledby="desk-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="desk-title">
            {t('integration.desk.title')}
          </Title>
          <Text c="dimmed">{t(total === 0 ? 'integration.desk.none' : 'integration.desk.lead')}</Text>
        </div>
        <Group gap="sm">
          {kinds.length > 1 && (
            <SegmentedControl
              aria-label={t('integration.desk.filter')}
              value={trouble ?? 'all'}
              onChange={choose}
              data={[
                { value: 'all', label: `${t('integration.desk.all')} · ${show.number(total)}` },
                ...kinds.map((value) => ({
                  value,
                  label: `${t(`integration.desk.${value}`)} · ${show.number(desk[value])}`,
                })),
              ]}
            />
          )}
          {mayManage && <Actions c={c} isRead={isRead} hasTrouble={total > 0} />}
        </Group>
        {total > 0 && (
          <ul className={classes.desk} aria-label={t('integration.desk.list')}>
            {[undefined, ...further].map((after) => (
              <DeskPage
                key={after ?? ''}
                c={c}
                name={name}
                trouble={trouble}
                after={after}
                onMore={(next) => setFurther((cursors) => [...cursors, next])}
                isLast={after === further.at(-1)}
              />
            ))}
          </ul>
        )}
      </Stack>
    </Paper>
  )
}

function Actions({ c, isRead, hasTrouble }: { c: number; isRead: boolean; hasTrouble: boolean }) {
  const { t } = useTranslation()
  const { data: status } = useSyncStatus(c)
  const retry = useRetry(c)
  const read = useReadNow()
  const isBusy = isRunning(status)
  return (
    <>
      {hasTrouble && (
        <WriteButton
          variant="default"
          disabled={isBusy}
          loading={retry.isBusy}
          aria-busy={retry.isBusy}
          onClick={() => retry.run({ params: { c }, body: {} })}
        >
          {t('integration.desk.retryAll')}
        </WriteButton>
      )}
      {isRead && (
        <WriteButton
          variant="default"
          loading={read.isBusy}
          aria-busy={read.isBusy}
          onClick={() => read.run({ params: { c } })}
        >
          {t('integration.desk.read')}
        </WriteButton>
      )}
      {hasTrouble && isBusy && <span className="k-small">{t('integration.desk.busy')}</span>}
    </>
  )
}

type DeskPageProps = {
  c: number
  name: string
  trouble: Trouble | undefined
  after: string | undefined
  isLast: boolean
  onMore: (next: string) => void
}

function DeskPage({ c, name, trouble, after, isLast, onMore }: DeskPageProps) {
  const { t } = useTranslation()
  const { data: desk } = useDesk(c, trouble, after)
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const skip = useSkip()
  if (!desk) return null
  const leaveOut = ({ id, ...client }: DeskClient) => {
    setSkipped((ids) => [...ids, id])
    undoToast({
      message: t('integration.desk.skipped', { name: nameOf(client) }),
      commit: () => skip.run({ params: { c, id }, body: NO_EXCHANGE }),
      undo: () => setSkipped((ids) => ids.filter((one) => one !== id)),
    })
  }
  const { next } = desk
  return (
    <>
      {desk.clients
        .filter(({ id }) => !skipped.includes(id))
        .map((client) => (
          <DeskRow key={client.id} c={c} name={name} client={client} onSkip={() => leaveOut(client)} />
        ))}
      {isLast && next !== null && (
        <li>
          <Button variant="subtle" onClick={() => onMore(next)}>
            {t('integration.desk.more')}
          </Button>
        </li>
      )}
    </>
  )
}

const nameOf = ({ name, surname, cardNumber }: Pick<DeskClient, 'name' | 'surname' | 'cardNumber'>) =>
  `${name} ${surname}`.trim() || cardNumberText(cardNumber)

type DeskRowProps = { c: number; name: string; client: DeskClient; onSkip: () => void }

function DeskRow({ c, name, client, onSkip }: DeskRowProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const mayManage = useHasRight('crm')
  const [isChoosing, setIsChoosing] = useState(false)
  const { data: status } = useSyncStatus(c)
  const retry = useRetry(c)
  const { id, trouble, doubt, fault, reason, tel } = client
  return (
    <li className={classes.troubled}>
      <div className={classes.reason}>
        <Group gap="xs">
          <LinkAnchor to="/$cabinetDomain/clients/$id" params={{ cabinetDomain: domain, id }} fw={500}>
            {nameOf(client)}
          </LinkAnchor>
          <span className="k-small">{tel}</span>
          <StatusBadge tone={trouble === 'refused' ? 'danger' : 'warning'}>
            {t(`integration.desk.${trouble}`)}
          </StatusBadge>
        </Group>
        {!doubt && fault !== null && <Text>{t(`integration.desk.meanings.${reason ?? 'unknown'}`)}</Text>}
        {doubt && <Text>{t(`integration.desk.reasons.${doubt}`, { name })}</Text>}
        {!doubt && fault !== null && <Text>{t('integration.desk.said', { name, text: fault })}</Text>}
        <FieldFaults c={c} id={id} name={name} faults={client.fields} mayManage={mayManage} />
      </div>
      {mayManage && (
        <Group gap="xs">
          {doubt === 'several' && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
              {t('integration.desk.choose')}
            </Button>
          )}
          <WriteButton
            variant={doubt === 'several' ? 'subtle' : 'default'}
            disabled={isRunning(status)}
            loading={retry.isBusy}
            aria-busy={retry.isBusy}
            onClick={() => retry.run({ params: { c }, body: { ids: [id] } })}
          >
            {t('integration.desk.retry')}
          </WriteButton>
          <Button variant="subtle" onClick={onSkip}>
            {t('integration.desk.skip')}
          </Button>
        </Group>
      )}
      {isChoosing && (
        <Suspense>
          <WhoDrawer c={c} id={id} client={nameOf(client)} name={name} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </li>
  )
}
