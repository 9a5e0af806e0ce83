import { Title } from '@mantine/core'
import {
  IconApps,
  IconBolt,
  IconCards,
  IconForms,
  IconHeartHandshake,
  IconPlugConnected,
  IconWallet,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import classes from './dashboard.module.css'
import {
  AutomationBody,
  FinancesBody,
  FormsBody,
  IntegrationBody,
  MarketplaceBody,
  PartnerBody,
  TemplatesBody,
} from './tile-bodies.tsx'
import { Tile } from './tile.tsx'

export function Tiles({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="dashboard-tiles">
      <Title order={2} id="dashboard-tiles" mb="sm">
        {t('dashboard.tiles')}
      </Title>
      <div className={classes.tiles}>
        <CardTiles domain={cabinet.domain} />
        <BusinessTiles cabinet={cabinet} />
      </div>
    </section>
  )
}

/** Where clients come from, and what they get. */
function CardTiles({ domain }: { domain: string }) {
  const { t } = useTranslation()
  return (
    <>
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
        action={(templates) => ({
          label: templates?.total === 0 ? t('dashboard.templates.create') : t('dashboard.templates.action'),
          to: `/${domain}/cards`,
        })}
      >
        {(templates) => <TemplatesBody {...templates} domain={domain} />}
      </Tile>
    </>
  )
}

/** What works for the business, and what it costs. */
function BusinessTiles({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const { domain, tariff, isAgent } = cabinet
  const hasAutomation = tariff?.key === 'advanced' || tariff?.key === 'expert'
  return (
    <>
      <Tile
        name="automation"
        title={t('dashboard.automation.title')}
        icon={IconBolt}
        action={() =>
          hasAutomation
            ? { label: t('dashboard.automation.action'), to: `/${domain}/segments` }
            : { label: t('finance.compare'), to: `/${domain}/balance/tariffs-overview` }
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
      {isAgent && (
        <Tile
          name="partner"
          title={t('shell.menu.partner')}
          icon={IconHeartHandshake}
          action={() => ({ label: t('dashboard.partner.action'), to: `/${domain}/partner/clients` })}
        >
          {(partner) => <PartnerBody {...partner} />}
        </Tile>
      )}
    </>
  )
}
