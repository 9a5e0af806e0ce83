/** What the owner lets a member do beyond the daily work. */
import { Button, Drawer, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEMBER_RIGHTS, type MemberRight } from '../../../contract/limits.ts'
import type { Person } from '../../../contract/platform/access.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useSaveRights } from './data.ts'

/** @param person null: closed */
export function RightsDrawer({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={person !== null}
      onClose={onClose}
      title={t('access.rights.title', { name: person?.name || person?.email || '' })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {person && <RightsForm key={person.id} person={person} onClose={onClose} />}
    </Drawer>
  )
}

function RightsForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [rights, setRights] = useState<readonly MemberRight[]>(person.rights)
  const save = useSaveRights(c, person.name || person.email)
  const turn = (right: MemberRight, isOn: boolean) =>
    setRights((before) => MEMBER_RIGHTS.filter((one) => (one === right ? isOn : before.includes(one))))
  const submit = async () => {
    const { id } = person
    if (id !== null && (await save.ask({ params: { c, id }, body: { rights: [...rights] } }))) onClose()
  }
  return (
    <Stack>
      <Text>{t('access.rights.text')}</Text>
      {MEMBER_RIGHTS.map((right) => (
        <Switch
          key={right}
          label={t(`access.rights.${right}.label`)}
          description={t(`access.rights.${right}.hint`)}
          checked={rights.includes(right)}
          onChange={(event) => turn(right, event.currentTarget.checked)}
        />
      ))}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <WriteButton onClick={() => void submit()} loading={save.isBusy} aria-busy={save.isBusy}>
          {t('common.save')}
        </WriteButton>
      </Group>
    </Stack>
  )
}
