/** The systems that can be connected, and a form to ask for a missing one. */
import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CRM_GROUPS, type Integration } from '../../../contract/business/integration.ts'
import classes from './integration.module.css'
import { RequestDrawer } from './request-drawer.tsx'

type GalleryProps = { integration: Integration; onChoose: (type: string) => void }

export function Gallery({ integration, onChoose }: GalleryProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('all')
  const [isRequesting, setIsRequesting] = useState(false)
  const describe = (name: string) => t(`integration.systems.${name as 'url'}`)
  const groups = CRM_GROUPS.filter((one) => integration.systems.some((system) => system.group === one))
  const wanted = text.trim().toLowerCase()
  const shown = integration.systems.filter(
    (one) =>
      (group === 'all' || one.group === group) && `${one.title} ${describe(one.name)}`.toLowerCase().includes(wanted),
  )
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
        {shown.map((system) => (
          <li key={system.name} className={classes.system}>
            <h2 className={classes.name}>{system.title}</h2>
            <p className={classes.text}>{describe(system.name)}</p>
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
      {isRequesting && <RequestDrawer onClose={() => setIsRequesting(false)} />}
    </Stack>
  )
}
