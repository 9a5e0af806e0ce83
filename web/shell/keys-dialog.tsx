import { Kbd, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMenuSections } from './sections.ts'
import classes from './shell.module.css'
import { useSingleKeys } from './single-keys.ts'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const areOn = useSingleKeys()
  const sections = useMenuSections()
  const mod = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'
  const rows: [string, readonly string[]][] = [
    [t('shell.keys.palette'), [mod, 'K']],
    [t('shell.keys.search'), ['/']],
    [t('shell.keys.filter'), ['F']],
    [t('common.create'), ['C']],
    [t('shell.keys.save'), [mod, 'S']],
    [t('shell.keys.submit'), [mod, 'Enter']],
    [t('shell.keys.close'), ['Esc']],
    [t('shell.keys.list'), ['?']],
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {!areOn && (
        <Text c="dimmed" mb="sm">
          {t('shell.keys.off')}
        </Text>
      )}
      <Text fw={600} mb="xs">
        {t('shell.keys.goTo')}
      </Text>
      <dl className={classes.keys}>
        {sections.map(
          ({ key, letter }) =>
            letter !== undefined && <Row key={key} name={t(`shell.menu.${key}`)} keys={['G', letter.toUpperCase()]} />,
        )}
      </dl>
      <Text fw={600} mt="lg" mb="xs">
        {t('shell.keys.actions')}
      </Text>
      <dl className={classes.keys}>
        {rows.map(([name, keys]) => (
          <Row key={name} name={name} keys={keys} />
        ))}
      </dl>
    </Modal>
  )
}

function Row({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </>
  )
}
