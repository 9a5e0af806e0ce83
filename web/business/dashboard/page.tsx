/** The overview of a cabinet: what is alive and what needs somebody. */
import { Anchor } from '@mantine/core'
import {
  IconApps,
  IconBolt,
  IconCards,
  IconDeviceMobile,
  IconForms,
  IconHeartHandshake,
  IconPlugConnected,
  IconSend,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useUser } from '../../base/session.ts'
import { demoDaysLeft } from '../../base/demo-days.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PollDialog, usePollAsk } from '../poll/data.ts'
import { Checklist } from './checklist.tsx'
import classes from './dashboard.module.css'
import { hiddenChecklists, hideChecklist } from './hidden-checklist.ts'
import {
  AutomationBody,
  CardsBody,
  ClientsBody,
  FinancesBody,
  FormsBody,
  IntegrationBody,
  MarketplaceBody,
  PartnerBody,
  PushBody,
  TemplatesBody,
} from './tile-bodies.tsx'
import { Tile, useTile } from './tile.tsx'

const EVENING_HOUR = 18
const NOON_HOUR = 12

export function DashboardPage() {
  const { t } = useTranslation()
  const user = useUser()
  const cabinet = useCabinet()
  const { id: c, domain } = cabinet
  const { data: checklist } = useTile('checklist')
  const [isHidden, setIsHidden] = useState(() => hiddenChecklists().includes(c))
  const pollAsk = usePollAsk()
  useBreadcrumbs([{ text: t('dashboard.title') }])
  const hide = (hidden: boolean) => {
    setIsHidden(hidden)
    hideChecklist(c, hidden)
  }
  const hour = new Date().getHours()
  const name = user?.name ?? ''
  const greeting =
    hour < NOON_HOUR
      ? t('dashboard.morning', { name })
      : hour < EVENING_HOUR
        ? t('dashboard.day', { name })
        : t('dashboard.evening', { name })
  const hasAutomation = cabinet.tariff?.key === 'advanced' || cabinet.tariff?.key === 'expert'
  const days = demoDaysLeft(cabinet.tariff?.demoUntil ?? null)
  const isEverythingDone = !checklist || Object.values(checklist).every(Boolean)
  return (
    <Page>
      <PageHeader
        title={greeting}
        meta={
          cabinet.tariff &&
          [
            t('dashboard.tariff', { name: t(`cabinets.tariffs.${cabinet.tariff.key}`) }),
            days !== null && days >= 0 && t('dashboard.demoLeft', { count: days }),
          ]
            .filter(Boolean)
            .join(' · ')
        }
        primary={
          <LinkButton
            to="/$cabinetDomain/pushes/create"
            params={{ cabinetDomain: domain }}
            leftSection={<IconSend size={16} aria-hidden="true" />}
          >
            {t('dashboard.createPush')}
          </LinkButton>
        }
      />
      {checklist && !isEverythingDone && !isHidden && (
        <Checklist done={checklist} domain={domain} onHide={() => hide(true)} />
      )}
      <div className={classes.tiles}>
        <Tile
          name="clients"
          title={t('dashboard.clients.title')}
          icon={IconUsers}
          action={() => ({ label: t('dashboard.clients.action'), to: `/${domain}/clients` })}
        >
          {(clients) => <ClientsBody {...clients} />}
        </Tile>
        <Tile
          name="cards"
          title={t('dashboard.cards.title')}
          icon={IconDeviceMobile}
          action={() => ({ label: t('dashboard.cards.action'), to: `/${domain}/form` })}
        >
          {(cards) => <CardsBody {...cards} />}
        </Tile>
        <Tile
          name="push"
          title={t('dashboard.push.title')}
          icon={IconSend}
          action={(push) =>
            push?.last
              ? { label: t('dashboard.push.action'), to: `/${domain}/pushes` }
              : { label: t('dashboard.createPush'), to: `/${domain}/pushes/create` }
          }
        >
          {({ last }) => <PushBody push={last} domain={domain} />}
        </Tile>
        <Tile
          name="forms"
          title={t('dashboard.forms.title')}
          icon={IconForms}
          action={(forms) => ({
            label: forms?.total === 0 ? t('dashboard.forms.create') : t('dashboard.forms.action'),
            to: `/${domain}/form`,
          })}
        >
          {(forms) => <FormsBody {...forms} />}
        </Tile>
        <Tile
          name="templates"
          title={t('dashboard.templates.title')}
          icon={IconCards}
          action={(templates) =>
            templates?.total === 0
              ? { label: t('dashboard.templates.create'), to: `/${domain}/cards/create` }
              : { label: t('dashboard.templates.action'), to: `/${domain}/cards` }
          }
        >
          {(templates) => <TemplatesBody {...templates} domain={domain} />}
        </Tile>
        <Tile
          name="automation"
          title={t('dashboard.automation.title')}
          icon={IconBolt}
          action={() =>
            hasAutomation
              ? { label: t('dashboard.automation.action'), to: `/${domain}/segments` }
              : { label: t('finance.compare'), to: `/${domain}/balance/tariffs` }
          }
        >
          {(automation) => <AutomationBody {...automation} isLocked={!hasAutomation} />}
        </Tile>
        <Tile
          name="finances"
          title={t('shell.menu.finances')}
          icon={IconWallet}
          action={(money) =>
            money?.isLimited
              ? { label: t('dashboard.finances.choose'), to: `/${domain}/balance/tariffs-overview` }
              : { label: t('dashboard.finances.action'), to: `/${domain}/balance/transactions` }
          }
        >
          {(money) => <FinancesBody {...money} />}
        </Tile>
        <Tile
          name="integration"
          title={t('shell.menu.integration')}
          icon={IconPlugConnected}
          action={(crm) => ({
            label: crm?.status === 'noCrm' ? t('dashboard.integration.connect') : t('dashboard.integration.action'),
            to: `/${domain}/integration`,
          })}
        >
          {(crm) => <IntegrationBody {...crm} />}
        </Tile>
        <Tile
          name="marketplace"
          title={t('shell.menu.marketplace')}
          icon={IconApps}
          action={() => ({ label: t('dashboard.marketplace.action'), to: `/${domain}/marketplace` })}
        >
          {(modules) => <MarketplaceBody {...modules} />}
        </Tile>
        {cabinet.isAgent && (
          <Tile
            name="partner"
            title={t('shell.menu.partner')}
            icon={IconHeartHandshake}
            action={() => ({ label: t('dashboard.partner.action'), to: `/${domain}/partner/clients` })}
          >
            {(partner) => <PartnerBody {...partner} />}
          </Tile>
        )}
      </div>
      {!isEverythingDone && isHidden && (
        <Anchor
          component="button"
          type="button"
          onClick={() => hide(false)}
          style={{ alignSelf: 'flex-start', flex: 'none' }}
        >
          {t('dashboard.checklist.show')}
        </Anchor>
      )}
      {pollAsk.isWaiting && (
        <Anchor
          component="button"
          type="button"
          onClick={pollAsk.open}
          style={{ alignSelf: 'flex-start', flex: 'none' }}
        >
          {t('poll.fillIn')}
        </Anchor>
      )}
      {pollAsk.isOpen && (
        <Suspense fallback={null}>
          <PollDialog onClose={pollAsk.close} />
        </Suspense>
      )}
    </Page>
  )
}
