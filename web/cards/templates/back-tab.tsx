import { Badge, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design } from '../../../contract/cards/design.ts'
import { BACK_FIELDS_MAX, BACK_LINKS_MAX } from '../../../contract/limits.ts'
import { Rows } from './back-rows.tsx'
import { Hints, TextControl, TokenControl } from './control.tsx'
import { useControl, useEditDesign, useEditor } from './editor-context.tsx'
import { moveRow } from './card-draft.ts'
import { repairLink } from './links.ts'
import { Section } from './section.tsx'

type Back = Design['back']

/** The rows on the back of the card: texts and links. */
export default function BackTab() {
  return (
    <Stack gap="lg">
      <BackFields />
      <BackLinks />
    </Stack>
  )
}

type Row<L extends keyof Back> = Back[L][number]

/** @returns the rows of one list, and what replaces them or one field of one of them */
function useBackRows<L extends keyof Back>(list: L) {
  const { draft } = useEditor()
  const editDesign = useEditDesign()
  const name = `design.back.${list}`
  const set = (control: string, change: (rows: readonly Row<L>[]) => readonly Row<L>[]) =>
    editDesign(control, (design) => ({
      ...design,
      back: { ...design.back, [list]: change(design.back[list] as readonly Row<L>[]) },
    }))
  return {
    name,
    rows: draft.design.back[list] as readonly Row<L>[],
    replace: (change: (rows: readonly Row<L>[]) => readonly Row<L>[]) => set(name, change),
    setField: (at: number, key: keyof Row<L> & string, value: string) =>
      set(`${name}.${at}.${key}`, (rows) => rows.map((row, i) => (i === at ? { ...row, [key]: value } : row))),
  }
}

type BackListProps<R> = {
  back: { name: string; rows: readonly R[]; replace: (change: (rows: readonly R[]) => readonly R[]) => void }
  max: number
  title: string
  help: string
  addLabel: string
  rowLabel: (i: number) => string
  empty: R
  renderRow: (i: number) => ReactNode
}

function BackList<R>({ back, max, title, help, empty, ...list }: BackListProps<R>) {
  const { t } = useTranslation()
  const { name, rows, replace } = back
  const { hints } = useControl(name)
  return (
    <Section
      title={title}
      help={help}
      side={
        <Badge variant="default" tt="none">
          {t('templates.editor.ofMax', { count: rows.length, max })}
        </Badge>
      }
    >
      <Hints hints={hints} />
      <Rows
        name={name}
        count={rows.length}
        max={max}
        onAdd={() => replace((before) => [...before, empty])}
        onRemove={(at) => replace((before) => before.filter((_, i) => i !== at))}
        onMove={(from, to) => replace((before) => moveRow(before, from, to))}
        {...list}
      />
    </Section>
  )
}

function BackFields() {
  const { t } = useTranslation()
  const back = useBackRows('fields')
  const { name, rows, setField } = back
  return (
    <BackList
      back={back}
      max={BACK_FIELDS_MAX}
      title={t('templates.editor.backFields')}
      help={t('templates.editor.backFieldsHelp')}
      addLabel={t('templates.editor.addField')}
      rowLabel={(i) => rows[i]?.label || t('templates.editor.rowNumber', { number: i + 1 })}
      empty={{ label: '', value: '' }}
      renderRow={(i) => (
        <>
          <TextControl
            name={`${name}.${i}.label`}
            label={t('templates.editor.label')}
            value={rows[i]?.label ?? ''}
            maxLength={60}
            onChange={(label) => setField(i, 'label', label)}
          />
          <TokenControl
            name={`${name}.${i}.value`}
            label={t('templates.editor.text')}
            value={rows[i]?.value ?? ''}
            maxLength={2000}
            isMultiline
            onChange={(value) => setField(i, 'value', value)}
          />
        </>
      )}
    />
  )
}

function BackLinks() {
  const { t } = useTranslation()
  const back = useBackRows('links')
  const { name, rows, setField } = back
  return (
    <BackList
      back={back}
      max={BACK_LINKS_MAX}
      title={t('templates.editor.links')}
      help={t('templates.editor.linksHelp')}
      addLabel={t('templates.editor.addLink')}
      rowLabel={(i) => rows[i]?.text || t('templates.editor.linkNumber', { number: i + 1 })}
      empty={{ uri: '', text: '' }}
      renderRow={(i) => (
        <>
          <TextControl
            name={`${name}.${i}.text`}
            label={t('templates.editor.linkText')}
            placeholder={t('templates.editor.linkTextExample')}
            value={rows[i]?.text ?? ''}
            maxLength={60}
            onChange={(text) => setField(i, 'text', text)}
          />
          <TextControl
            name={`${name}.${i}.uri`}
            label={t('templates.editor.linkUri')}
            placeholder="https://"
            inputMode="url"
            value={rows[i]?.uri ?? ''}
            maxLength={500}
            onChange={(uri) => setField(i, 'uri', uri)}
            onBlur={() => setField(i, 'uri', repairLink(rows[i]?.uri ?? ''))}
          />
        </>
      )}
    />
  )
}
