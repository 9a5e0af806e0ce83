/** How to accept cards: a guide for cashiers with the cabinet's own card. Made to be printed. */
import { Button, Select } from '@mantine/core'
import { IconCards, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useTemplates } from '../../people/clients/data.ts'
import { WriteLink } from '../../parts/link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { Guide } from './guide.tsx'

export function AcceptancePage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const read = useTemplates(c)
  const cards = read.data?.templates
  const [chosen, setChosen] = useState<string | null>(null)
  const card = cards?.find((one) => one.id === chosen) ?? cards?.find((one) => one.isDefault) ?? cards?.[0]
  useBreadcrumbs([{ text: t('shell.menu.acceptance') }])
  return (
    <Page>
      <PageHeader
        title={t('shell.menu.acceptance')}
        meta={t('acceptance.lead')}
        {...(card && {
          primary: (
            <Button leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
              {t('acceptance.print')}
            </Button>
          ),
        })}
        {...(cards &&
          cards.length > 1 &&
          card && {
            secondary: (
              <Select
                aria-label={t('acceptance.card')}
                data={cards.map(({ id, name }) => ({ value: id, label: name }))}
                value={card.id}
                onChange={setChosen}
                allowDeselect={false}
              />
            ),
          })}
      />
      {!cards && <Unread read={read} shapes={[520]} />}
      {cards?.length === 0 && (
        <EmptyState
          icon={<IconCards size={40} stroke={1.5} />}
          title={t('acceptance.none')}
          text={t('acceptance.noneText')}
          action={
            <WriteLink to="/$cabinetDomain/cards/create" params={{ cabinetDomain: domain }}>
              {t('shell.palette.createCard')}
            </WriteLink>
          }
        />
      )}
      {card && <Guide key={card.id} card={card} />}
    </Page>
  )
}
