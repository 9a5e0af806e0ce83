import { Switch, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillText } from '../../../card/fill.ts'
import type { CardField, CardPlace } from '../../../contract/cards/design.ts'
import { TokenControl } from './control.tsx'
import { useEditDesign, useEditor } from './editor-context.tsx'
import classes from './templates.module.css'

const EMPTY: CardField = { label: '', value: '', changeMessage: '' }

/** Label, value and lock-screen notice of one of the four places of the front. */
export function PlaceFields({ place }: { place: CardPlace }) {
  const { t } = useTranslation()
  const { draft, values } = useEditor()
  const editDesign = useEditDesign()
  const field = draft.design.fields[place] ?? EMPTY
  const at = (key: keyof CardField) => `design.fields.${place}.${key}`
  const change = (key: keyof CardField, value: string) =>
    editDesign(at(key), (design) => {
      const next = { ...(design.fields[place] ?? EMPTY), [key]: value }
      const isEmpty = next.label === '' && next.value === '' && next.changeMessage === ''
      return { ...design, fields: { ...design.fields, [place]: isEmpty ? null : next } }
    })
  const name = t(`templates.places.${place}`)
  const example = fillText(field.value, values)
  const newValue = [{ raw: '%@', label: t('common.tokens.newValue'), ...(example !== '' && { example }) }]
  const [isOpen, setIsOpen] = useState(false)
  const hasNotice = isOpen || field.changeMessage !== ''
  const toggleNotice = (isOn: boolean) => {
    setIsOpen(isOn)
    change('changeMessage', isOn ? t('templates.editor.changeDefault', { label: field.label || name }) : '')
  }
  return (
    <fieldset className={classes.place}>
      <legend>{name}</legend>
      <div className={classes.placeRow}>
        <TokenControl
          name={at('label')}
          label={t('templates.editor.label')}
          value={field.label}
          maxLength={60}
          onChange={(label) => change('label', label)}
        />
        <TokenControl
          name={at('value')}
          label={t('templates.editor.value')}
          value={field.value}
          maxLength={200}
          onChange={(value) => change('value', value)}
        />
      </div>
      <Switch
        size="sm"
        checked={hasNotice}
        label={t('templates.editor.tellChange')}
        onChange={(event) => toggleNotice(event.currentTarget.checked)}
      />
      {hasNotice && (
        <>
          <TokenControl
            name={at('changeMessage')}
            tokens={newValue}
            label={t('templates.editor.changeMessage')}
            description={t('templates.editor.changeMessageHelp')}
            value={field.changeMessage}
            maxLength={200}
            onChange={(message) => {
              setIsOpen(true)
              change('changeMessage', message)
            }}
          />
          <LockLine title={draft.design.organisation} text={field.changeMessage.replaceAll('%@', () => example)} />
        </>
      )}
    </fieldset>
  )
}

/** A notice as the lock screen shows it. */
function LockLine({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.lockLine}>
      <IconBell size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <Text size="sm" fw={600} span>
          {title}
        </Text>
        <Text size="sm" className={classes.lockText}>
          {text.trim() || t('templates.editor.changeEmpty')}
        </Text>
      </div>
    </div>
  )
}
