/** The systems that can be connected, and a form to ask for a missing one. */
import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CRM_GROUPS, type Crm, type Integration } from '../../../contract/business/integration.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { AbilityList } from './ability-list.tsx'
import { useSaveIntegration } from './data.ts'
import classes from './integration.module.css'
import { RequestDrawer } from './request-drawer.tsx'

type GalleryProps = { integration: Integration; onChoose: (type: string) => void }

export function Gallery({ integration, onChoose }: GalleryProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('all')
  const [isRequesting, setIsRequesting] = useState(false)
  const describe = ({ name, isReady }: Crm) =>
    isReady ? t(`vendors.${name as 'vendor'}.about`) : t('integration.soon.title')
  const groups = CRM_GROUPS.filter((one) => integration.systems.some((system) => system.group === one))
  const wanted = text.trim().toLowerCase()
  const shown = integration.systems.filter(
    (one) => (group === 'all' || one.group === group) && `${one.title} ${describe(one)}`.toLowerCase().includes(wanted),
  )
  const [ready, later] = [shown.filter((one) => one.isReady), shown.filter((one) => !one.isReady)]
  return (
    <Stack gap="md">
      <Group gap="sm">
        <TextInput
          type="search"
          w={280}
          maw="100%"
          aria-label={t('integration.search')}
          placeholder={t('integration.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Chip.Group value={group} onChange={(value) => setGroup(String(value))}>
          <Group gap={6} role="group" aria-label={t('integration.groups.label')}>
            {['all', ...groups].map((one) => (
              <Chip key={one} value={one}>
                {t(`integration.groups.${one as 'all'}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      {shown.length === 0 && (
        <Text role="status" c="dimmed">
          {t('integration.none', { text: text.trim() })}
        </Text>
      )}
      <ul className={classes.grid}>
        {ready.map((system) => (
          <li key={system.name} className={classes.system}>
            <h2 className={classes.name}>{system.title}</h2>
            <p className={classes.text}>{describe(system)}</p>
            <AbilityList system={system} />
            <Button
              variant="default"
              disabled={integration.isOnDemo}
              onClick={() => onChoose(system.name)}
              aria-label={t('integration.connectNamed', { name: system.title })}
            >
              {t('integration.connect')}
            </Button>
          </li>
        ))}
        <li className={classes.system}>
          <h2 className={classes.name}>{t('integration.other.title')}</h2>
          <p className={classes.text}>
            {integration.wishes.length > 0
              ? t('integration.other.wished', { names: integration.wishes.join(', ') })
              : t('integration.other.text')}
          </p>
          <Button variant="default" disabled={integration.isOnDemo} onClick={() => setIsRequesting(true)}>
            {t('integration.other.button')}
          </Button>
        </li>
      </ul>
      {later.length > 0 && (
        <section aria-labelledby="systems-later">
          <h2 id="systems-later" className={classes.name}>
            {t('integration.soon.title')}
          </h2>
          <ul className={classes.later}>
            {later.map((system) => (
              <Wished key={system.name} system={system} integration={integration} />
            ))}
          </ul>
        </section>
      )}
      {isRequesting && <RequestDrawer onClose={() => setIsRequesting(false)} />}
    </Stack>
  )
}

/** A system that cannot be connected yet: support learns who wants it. */
function Wished({ system, integration }: { system: Crm; integration: Integration }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const save = useSaveIntegration(c, { done: t('integration.other.done') })
  const isAsked = integration.wishes.includes(system.title)
  const flags = { read: false, write: false, rewrite: false }
  const body = { type: 'other', otherName: system.title, settings: {}, flags, version: 0 }
  return (
    <li>
      <span>{system.title}</span>
      {isAsked ? (
        <span className={classes.text}>{t('integration.soon.asked')}</span>
      ) : (
        <WriteButton
          variant="subtle"
          disabled={integration.isOnDemo}
          loading={save.isBusy}
          onClick={() => void save.ask({ params: { c }, body })}
          aria-label={t('integration.soon.askNamed', { name: system.title })}
        >
          {t('integration.soon.ask')}
        </WriteButton>
      )}
    </li>
  )
}
