import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../../contract/people/forms.ts'
import type { PreviewStep } from '../../../contract/reach/issuing.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { DraftBar } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { Page } from '../../parts/page.tsx'
import { controlId, fieldKeyOf, type Section, sectionOf } from './controls.ts'
import classes from './editor.module.css'
import { EditorHeader } from './editor-header.tsx'
import { FieldsSection } from './fields-section.tsx'
import { AgreementSection, GeneralSection, InstallSection, LanguageSection, ParamsSection } from './plain-sections.tsx'
import { Preview } from './preview.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { goTo, SectionNav } from './section.tsx'
import { ThemeSection } from './theme-section.tsx'
import { useFormFields } from './use-form-fields.ts'
import { useEditor } from './use-editor.ts'

const ReminderDrawer = lazy(() => import('./reminder-drawer.tsx').then((file) => ({ default: file.ReminderDrawer })))

/** Up to this width the preview is a separate tab. */
const NARROW = '(max-width: 63.99em)'

const STEP_OF: Partial<Record<Section, PreviewStep>> = {
  params: 'description',
  fields: 'form',
  agreement: 'form',
  install: 'install',
}

type EditorScreenProps = {
  form: Form
  templates: readonly { id: string; name: string }[]
  variables: readonly Variable[]
}

export function EditorScreen({ form: loaded, templates, variables }: EditorScreenProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const [tab, setTab] = useState<'settings' | 'preview'>('settings')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [step, setStep] = useState<PreviewStep>('form')
  const [isQrShown, setIsQrShown] = useState(false)
  const [isReminding, setIsReminding] = useState(false)

  /** Opens the section that hides a control, and focuses it. */
  const find = (control: string) => {
    flushSync(() => {
      setTab('settings')
      const key = fieldKeyOf(control)
      if (key !== null) setOpenKey(key)
    })
    requestAnimationFrame(() => goTo(controlId(control)))
  }
  const editor = useEditor(loaded, (errors, settings) => {
    const [first] = Object.keys(errors).toSorted((one, other) => orderOf(one, settings) - orderOf(other, settings))
    if (first !== undefined) find(first)
  })
  const { saved, settings } = editor
  const fields = useFormFields(templates)

  const faults = Object.keys(editor.errors).length
  const preview = (
    <Preview
      editor={editor}
      step={step}
      onStep={setStep}
      field={openKey}
      onPick={(key) => find(key === 'agree' ? 'agreement.text' : `fields.${key}.label`)}
    />
  )
  return (
    <Page width="wide">
      <EditorHeader editor={editor} onPoster={() => setIsQrShown(true)} onReminder={() => setIsReminding(true)} />
      <KeptBanner kept={editor.state.kept} />
      {isNarrow && (
        <SegmentedControl
          fullWidth
          value={tab}
          onChange={(value) => setTab(value as typeof tab)}
          aria-label={saved.name}
          data={[
            { value: 'settings', label: t('forms.editor.settingsTab') },
            { value: 'preview', label: t('forms.editor.previewTab') },
          ]}
        />
      )}
      <div className={classes.columns}>
        {(!isNarrow || tab === 'settings') && (
          <>
            <SectionNav errors={editor.errors} />
            <div
              className={classes.sections}
              onFocus={(event) => {
                const name = event.target
                  .closest('section')
                  ?.getAttribute('aria-labelledby')
                  ?.replace('form-section-', '')
                const wanted = STEP_OF[name as Section]
                if (wanted) setStep(wanted === 'description' && !settings.showDescriptionPage ? 'form' : wanted)
              }}
            >
              <GeneralSection editor={editor} templates={templates} />
              <ParamsSection editor={editor} />
              <FieldsSection editor={editor} variables={variables} openKey={openKey} onOpen={setOpenKey} />
              <AgreementSection editor={editor} />
              <InstallSection editor={editor} />
              <ThemeSection editor={editor} />
              <LanguageSection editor={editor} onFind={find} />
            </div>
          </>
        )}
        {(!isNarrow || tab === 'preview') && <div className={classes.side}>{preview}</div>}
      </div>
      {isNarrow && tab === 'settings' && (
        <Button
          className={classes.floating ?? ''}
          leftSection={<IconEye size={18} aria-hidden="true" />}
          radius="xl"
          onClick={() => setTab('preview')}
        >
          {t('forms.editor.previewTab')}
        </Button>
      )}
      <QrDialog form={saved} isOpen={isQrShown} onClose={() => setIsQrShown(false)} />
      {isReminding && (
        <Suspense fallback={null}>
          <ReminderDrawer form={saved} onClose={() => setIsReminding(false)} />
        </Suspense>
      )}
      <DraftBar
        draft={editor.state}
        fields={fields}
        {...(faults > 0 && { note: t('forms.editor.faults', { count: faults }) })}
      />
    </Page>
  )
}

/** Position of a control on the page: the first error gets the focus. */
function orderOf(control: string, settings: Form['settings']): number {
  const places: Record<Section, number> = {
    general: 0,
    params: 1,
    fields: 2,
    agreement: 100,
    install: 101,
    theme: 102,
    language: 103,
  }
  const key = fieldKeyOf(control)
  return places[sectionOf(control)] + (key === null ? 0 : 1 + settings.fields.findIndex((field) => field.key === key))
}
