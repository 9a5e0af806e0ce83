/** The public page in a frame without scripts, shortly after each change. */
import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PREVIEW_DEVICES, type PreviewDevice, type PreviewStep } from '../../../contract/reach/issuing.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { usePreview } from './data.ts'
import { showable } from './draft.ts'
import classes from './preview.module.css'
import { dress, showField, showPage, withoutScripts } from './preview-page.ts'
import type { Editor } from './use-editor.ts'

const FRAME_PX: Readonly<Record<PreviewDevice, { width: number; height: number }>> = {
  iphone: { width: 390, height: 844 },
  android: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
}

/** Both borders of a device, and the space around it. */
const PHONE_RIM_PX = 16
const SCREEN_RIM_PX = 2
const ROOM_PX = 24

type PreviewProps = {
  editor: Editor
  step: PreviewStep
  onStep: (step: PreviewStep) => void
  /** Key of the field that is edited. */
  field: string | null
  /** A field was clicked on the page. */
  onPick: (key: string) => void
}

export function Preview({ editor, step, onStep, field, onPick }: PreviewProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [device, setDevice] = useState<PreviewDevice>('iphone')
  const { settings, draft } = editor
  const settled = showable(settings, t('forms.preview.standIn'))
  const isMissing = (step === 'description' && !settings.showDescriptionPage) || (step === 'code' && !settings.smsCheck)
  const shownStep = isMissing ? 'form' : step
  const read = usePreview(
    c,
    settled && { settings: settled, template: draft.template, device, step: shownStep, formKey: editor.saved.formKey },
  )
  const steps: PreviewStep[] = [
    ...(settings.showDescriptionPage ? ['description' as const] : []),
    'form',
    ...(settings.smsCheck ? ['code' as const] : []),
    'install',
  ]
  return (
    <section className={classes.preview} aria-label={t('forms.preview.label')}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('forms.preview.device')}
          value={device}
          onChange={(value) => setDevice(value as PreviewDevice)}
          data={PREVIEW_DEVICES.map((value) => ({ value, label: t(`forms.preview.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('forms.preview.step')}
          value={shownStep}
          onChange={(value) => onStep(value as PreviewStep)}
          data={steps.map((value) => ({ value, label: t(`forms.preview.${value}`) }))}
        />
      </div>
      {!settings.isOpen && <StatusBanner tone="warning">{t('forms.preview.closed')}</StatusBanner>}
      <div className={classes.state} role="status">
        {settled ? '' : t('forms.preview.waiting')}
      </div>
      {read.isError && !read.data ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Stage device={device}>
          <PageFrame
            html={read.data?.html}
            title={t('forms.preview.label')}
            size={FRAME_PX[device]}
            field={field}
            onPick={onPick}
            onNext={() => onStep(steps[steps.indexOf(shownStep) + 1] ?? 'install')}
          />
        </Stage>
      )}
    </section>
  )
}

/** Scales a whole device to the available space; its layout does not change. */
function Stage({ device, children }: { device: PreviewDevice; children: ReactNode }) {
  const { ref, width, height } = useElementSize()
  const frame = FRAME_PX[device]
  const isPhone = device !== 'desktop'
  const rim = isPhone ? PHONE_RIM_PX : SCREEN_RIM_PX
  const scale = Math.max(
    0,
    Math.min(1, (width - ROOM_PX) / (frame.width + rim), (height - ROOM_PX) / (frame.height + rim)),
  )
  return (
    <div ref={ref} className={classes.stage}>
      <div
        className={`${classes.device} ${isPhone ? classes.phone : classes.screen}`}
        style={{
          width: frame.width,
          height: frame.height,
          transform: `scale(${scale})`,
          visibility: scale === 0 ? 'hidden' : 'visible',
        }}
      >
        {children}
      </div>
    </div>
  )
}

type PageFrameProps = {
  html: string | undefined
  title: string
  size: { width: number; height: number }
  field: string | null
  onPick: (key: string) => void
  onNext: () => void
}

/** Only the first page is loaded, later ones replace its body: no flash, and the scroll position is kept. */
function PageFrame({ html, title, size, field, onPick, onNext }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first, setFirst] = useState<string>()
  const [isLoaded, setIsLoaded] = useState(false)
  const act = useRef({ onPick, onNext })
  useEffect(() => {
    act.current = { onPick, onNext }
  })
  useEffect(() => {
    if (html === undefined) return
    if (first === undefined) setFirst(withoutScripts(html))
    else if (isLoaded && frame.current?.contentDocument) showPage(frame.current.contentDocument, html)
  }, [html, first, isLoaded])
  useEffect(() => {
    if (isLoaded && field !== null && frame.current?.contentDocument) showField(frame.current.contentDocument, field)
  }, [html, isLoaded, field])
  const listen = () => {
    setIsLoaded(true)
    if (frame.current?.contentDocument) dress(frame.current.contentDocument)
    frame.current?.contentDocument?.addEventListener('click', (event) => {
      const target = event.target as Element | null
      const key = target?.closest('[data-key]')?.getAttribute('data-key')
      const opened = target?.closest('[data-opens]')?.getAttribute('data-opens')
      const dialog = opened
        ? (frame.current?.contentDocument?.getElementById(opened) as HTMLDialogElement | null)
        : null
      const isButton = target?.closest('.button, [type=submit]')
      if (target?.closest('a, button')) event.preventDefault()
      if (dialog) dialog.showModal()
      else if (target?.closest('[data-closes]')) target.closest('dialog')?.close()
      else if (isButton) act.current.onNext()
      if (key) act.current.onPick(key)
    })
  }
  if (first === undefined) return <div className={classes.blank} aria-busy="true" />
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      srcDoc={first}
      sandbox="allow-same-origin"
      width={size.width}
      height={size.height}
      onLoad={listen}
    />
  )
}
