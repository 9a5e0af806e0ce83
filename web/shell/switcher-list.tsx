import { Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore, IconCheck, IconMail, IconPlus, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { cloneElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cabinet, cabinets } from '../../contract/platform/cabinets.ts'
import { useRead } from '../base/query.ts'
import type { OverProps } from '../parts/late-over.tsx'
import { LinkBox } from '../parts/link.tsx'
import { Mark } from './mark.tsx'
import { pathInCabinet } from './sections.ts'
import classes from './shell.module.css'

const TYPING_MS = 250
const FOUND_MAX = 5

export function SwitcherList({ cabinet, target, isOpen, onChange }: { cabinet: Cabinet } & OverProps) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-start" width={280} opened={isOpen} onChange={onChange} trapFocus returnFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('shell.switcher.label')}>
        <Choices current={cabinet} onDone={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choices({ current, onDone }: { current: Cabinet; onDone: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { data } = useRead(cabinets.menu, {})
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS)
  const found = useRead(cabinets.listCabinets, wanted === '' ? null : { query: { q: wanted, limit: FOUND_MAX } }, {
    keepRows: true,
  })
  const isSearching = text.trim() !== ''
  const shown = isSearching ? found.data?.data : (data?.recent ?? [current])
  const open = (domain: string) => {
    onDone()
    if (domain !== current.domain) router.history.push(pathInCabinet(router.state.location.pathname, domain))
  }
  return (
    <>
      <TextInput
        type="search"
        data-autofocus
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        mb="xs"
        aria-label={t('shell.switcher.search')}
        placeholder={t('shell.switcher.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.choiceName}>{isSearching ? t('shell.switcher.found') : t('shell.switcher.recent')}</div>
      <ul className={classes.list}>
        {shown?.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={classes.choice ?? ''}
              onClick={() => open(one.domain)}
              aria-current={one.id === current.id || undefined}
            >
              <Mark name={one.name} />
              <span className={classes.switcherText}>
                <span className={classes.name}>{one.name}</span>
                <span className={classes.domain}>{one.domain}</span>
              </span>
              {one.id === current.id && <IconCheck size={16} aria-hidden="true" />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <div role="status" className={classes.choiceName}>
        {isSearching && shown?.length === 0 && !found.isFetching ? t('shell.switcher.nothing') : ''}
      </div>
      <ul className={`${classes.list} ${classes.choicesEnd}`}>
        <li>
          <LinkBox to="/select_application" className={classes.choice ?? ''} onClick={onDone}>
            <IconBuildingStore size={16} stroke={1.75} aria-hidden="true" />
            {t('shell.switcher.another')}
          </LinkBox>
        </li>
        {data !== undefined && data.invites > 0 && (
          <li>
            <LinkBox to="/invites_application" className={classes.choice ?? ''} onClick={onDone}>
              <IconMail size={16} stroke={1.75} aria-hidden="true" />
              {t('shell.menu.invites')}
              <span className={classes.count}>{data.invites}</span>
            </LinkBox>
          </li>
        )}
        <li>
          <LinkBox to="/create_application" className={classes.choice ?? ''} onClick={onDone}>
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            {t('shell.switcher.create')}
          </LinkBox>
        </li>
      </ul>
    </>
  )
}
