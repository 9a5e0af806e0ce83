import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApplePass } from '../../../card/apple-face.tsx'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import type { FilledCard } from '../../../card/fill.ts'
import { money } from '../../../card/values.ts'
import classes from './auth-frame.module.css'
import coffee from './covers/coffee.svg'
import hotel from './covers/hotel.svg'
import salon from './covers/salon.svg'

const PAUSE_MS = 7_000
const EXAMPLES = [
  {
    key: 'coffee',
    cover: coffee,
    colours: { background: '#4A2F1F', text: '#FFFFFF', title: '#E8CDB4' },
    points: () => money(34_000),
    number: '000412',
  },
  {
    key: 'salon',
    cover: salon,
    colours: { background: '#F8EEF2', text: '#3B2230', title: '#7A4A5E' },
    points: () => '10 %',
    number: '000087',
  },
  {
    key: 'hotel',
    cover: hotel,
    colours: { background: '#0F2740', text: '#FFFFFF', title: '#F2C879' },
    points: () => money(125_000),
    number: '001903',
  },
] as const

/** Cards, one after the other; with reduced motion only the first one. */
export function CardStage() {
  const { t } = useTranslation()
  const isStill = useReducedMotion()
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (isStill) return undefined
    const timer = setInterval(() => setAt((now) => (now + 1) % EXAMPLES.length), PAUSE_MS)
    return () => clearInterval(timer)
  }, [isStill])
  return EXAMPLES.map((example, i) => {
    const words = (name: 'name' | 'program' | 'points' | 'perk' | 'perkValue' | 'since' | 'person') =>
      t(`users.stage.${example.key}.${name}`)
    const card: FilledCard = {
      organisation: words('name'),
      cardName: words('name'),
      programName: words('program'),
      colours: example.colours,
      fields: {
        top: { label: words('points'), value: example.points(), changeMessage: '' },
        left: { label: words('since'), value: words('person'), changeMessage: '' },
        right: { label: words('perk'), value: words('perkValue'), changeMessage: '' },
      },
      barcode: { type: 'qr', message: `kartoteka ${example.number}`, alt: example.number },
      back: [],
      links: [],
      nfc: null,
      images: { cover: example.cover },
    }
    return (
      <div key={example.key} className={classes.card} data-shown={i === at} aria-hidden={i !== at}>
        <ApplePass view={applePassViewOf(card)} label={`${t('users.stage.label')}: ${words('name')}`} />
      </div>
    )
  })
}
