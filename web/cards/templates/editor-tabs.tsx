import { Tabs } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tab, TABS } from './controls.ts'
import { FrontTab } from './front-tab.tsx'
import classes from './templates.module.css'

const BackTab = lazy(() => import('./back-tab.tsx'))
const ExtraTab = lazy(() => import('./extra-tab.tsx').then((file) => ({ default: file.ExtraTab })))
const TAB_WORDS = { front: 'tabFront', back: 'tabBack', extra: 'tabExtra' } as const

/** The controls of a card in three tabs. An opened tab stays mounted. */
export function EditorTabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<readonly Tab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  return (
    <div className={classes.panel}>
      <Tabs value={tab} onChange={(next) => onTab(next as Tab)} keepMounted>
        <Tabs.List mb="md" className={`k-tabs ${classes.tabs}`}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`templates.editor.${TAB_WORDS[name]}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="front">
          <FrontTab />
        </Tabs.Panel>
        <Tabs.Panel value="back">
          {opened.includes('back') && (
            <Suspense fallback={null}>
              <BackTab />
            </Suspense>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="extra">
          {opened.includes('extra') && (
            <Suspense fallback={null}>
              <ExtraTab />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
