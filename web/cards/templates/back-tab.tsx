import { Badge, Stack } from '@mantine/core'
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

/** The rows behind the card: texts and links, ten of each at most. */
export default function BackTab() {
  return (
    <Stack gap="lg">
      <BackFields />
      <BackLinks />
    </Stack>
  )
}

function BackFields() {
  const { t } = useTranslation()
  const { draft } = useEditor()
  const editDesign = useEditDesign()
  const rows = draft.design.back.fields
  const { hints } = useControl('design.back.fields')
  const set = (control: string, change: (fields: Back['fields']) => Back['fields']) =>
    editDesign(control, (design) => ({ ...design, back: { ...design.back, fields: change(design.back.fields) } }))
  return (
    <Section
      title={t('templates.editor.backFields')}
      help={t('templates.editor.backFieldsHelp')}
      side={
        <Badge variant="default" tt="none">
          {t('templates.editor.ofMax', { count: rows.length, max: BACK_FIELDS_MAX })}
        </Badge>
      }
    >
      <Hints hints={hints} />
      <Rows
        name="design.back.fields"
        count={rows.length}
        max={BACK_FIELDS_MAX}
        addLabel={t('templates.editor.addField')}
        rowLabel={(i) => rows[i]?.label || t('templates.editor.rowNumber', { number: i + 1 })}
        onAdd={() => set('design.back.fields', (fields) => [...fields, { label: '', value: '' }])}
        onRemove={(at) => set('design.back.fields', (fields) => fields.filter((_, i) => i !== at))}
        onMove={(from, to) => set('design.back.fields', (fields) => moveRow(fields, from, to))}
        renderRow={(i) => {
          const change = (key: 'label' | 'value', value: string) =>
            set(`design.back.fields.${i}.${key}`, (fields) =>
              fields.map((row, at) => (at === i ? { ...row, [key]: value } : row)),
            )
          return (
            <>
              <TextControl
                name={`design.back.fields.${i}.label`}
                label={t('templates.editor.label')}
                value={rows[i]?.label ?? ''}
                maxLength={60}
                onChange={(label) => change('label', label)}
              />
              <TokenControl
                name={`design.back.fields.${i}.value`}
                label={t('templates.editor.text')}
                value={rows[i]?.value ?? ''}
                maxLength={2000}
                isMultiline
                onChange={(value) => change('value', value)}
              />
            </>
          )
        }}
      />
    </Section>
  )
}

function BackLinks() {
  const { t } = useTranslation()
  const { draft } = useEditor()
  const editDesign = useEditDesign()
  const rows = draft.design.back.links
  const set = (control: string, change: (links: Back['links']) => Back['links']) =>
    editDesign(control, (design) => ({ ...design, back: { ...design.back, links: change(design.back.links) } }))
  return (
    <Section
      title={t('templates.editor.links')}
      help={t('templates.editor.linksHelp')}
      side={
        <Badge variant="default" tt="none">
          {t('templates.editor.ofMax', { count: rows.length, max: BACK_LINKS_MAX })}
        </Badge>
      }
    >
      <Rows
        name="design.back.links"
        count={rows.length}
        max={BACK_LINKS_MAX}
        addLabel={t('templates.editor.addLink')}
        rowLabel={(i) => rows[i]?.text || t('templates.editor.linkNumber', { number: i + 1 })}
        onAdd={() => set('design.back.links', (links) => [...links, { uri: '', text: '' }])}
        onRemove={(at) => set('design.back.links', (links) => links.filter((_, i) => i !== at))}
        onMove={(from, to) => set('design.back.links', (links) => moveRow(links, from, to))}
        renderRow={(i) => {
          const change = (key: 'uri' | 'text', value: string) =>
            set(`design.back.links.${i}.${key}`, (links) =>
              links.map((row, at) => (at === i ? { ...row, [key]: value } : row)),
            )
          return (
            <>
              <TextControl
                name={`design.back.links.${i}.text`}
                label={t('templates.editor.linkText')}
                placeholder={t('templates.editor.linkTextExample')}
                value={rows[i]?.text ?? ''}
                maxLength={60}
                onChange={(text) => change('text', text)}
              />
              <TextControl
                name={`design.back.links.${i}.uri`}
                label={t('templates.editor.linkUri')}
                placeholder="https://"
                inputMode="url"
                value={rows[i]?.uri ?? ''}
                maxLength={500}
                onChange={(uri) => change('uri', uri)}
                onBlur={() => change('uri', repairLink(rows[i]?.uri ?? ''))}
              />
            </>
          )
        }}
      />
    </Section>
  )
}
