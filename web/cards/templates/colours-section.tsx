import { Badge, Button, ColorInput, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nearestPassing } from '../../../card/contrast.ts'
import { useShow } from '../../base/show.ts'
import { mainColours } from '../../parts/image-slot/palette.ts'
import { pixelsOf } from '../../parts/image-slot/picture.ts'
import { Pointed } from './control.tsx'
import { useControl, useEditDesign, useEditor } from './editor-context.tsx'
import { CONTRAST_GOOD, CONTRAST_POOR, safeContrast } from './issues.ts'
import { Section } from './section.tsx'
import classes from './templates.module.css'

const KEYS = ['background', 'text', 'title'] as const
type ColourKey = (typeof KEYS)[number]
/** Backgrounds for a card without a logo to take colours from. */
const COMMON = ['#13233f', '#3b2318', '#0c3a37', '#b72c1b', '#14171c']

export function ColoursSection() {
  const { t } = useTranslation()
  const { draft, imageUrl } = useEditor()
  const logo = draft.design.images.logo ?? draft.design.images.programLogo
  const samples = useSamples(logo ? imageUrl(logo) : null)
  return (
    <Section
      title={t('templates.editor.colours')}
      help={t(samples.length > 0 ? 'templates.editor.coloursFromLogo' : 'templates.editor.coloursHelp')}
    >
      <div className={classes.colours}>
        {KEYS.map((key) => (
          <ColourControl key={key} name={key} samples={samples.length > 0 ? samples : COMMON} />
        ))}
      </div>
    </Section>
  )
}

function ColourControl({ name, samples }: { name: ColourKey; samples: readonly string[] }) {
  const { t } = useTranslation()
  const { draft, issues } = useEditor()
  const editDesign = useEditDesign()
  const control = `design.colours.${name}`
  const { id } = useControl(control)
  const { colours } = draft.design
  const colour = colours[name]
  const [typed, setTyped] = useState(colour)
  useEffect(() => setTyped(colour), [colour])
  const change = (next: string) => {
    setTyped(next)
    if (/^#[0-9a-f]{6}$/i.test(next))
      editDesign(control, (design) => ({ ...design, colours: { ...design.colours, [name]: next.toLowerCase() } }))
  }
  const ratio = name === 'background' ? null : safeContrast(colour, colours.background)
  const onCover = name === 'text' ? issues.find((issue) => issue.code === 'cover_contrast')?.values.ratio : undefined
  return (
    <Pointed name={control} withHints={false}>
      <ColorInput
        id={id}
        label={t(`templates.colours.${name}`)}
        value={typed}
        onChange={change}
        format="hex"
        swatches={[...new Set([...samples, '#ffffff', '#1b1e25'])]}
        swatchesPerRow={7}
        eyeDropperButtonProps={{ 'aria-label': t('templates.editor.pickColour') }}
        popoverProps={{ withinPortal: true }}
      />
      {ratio !== null && typeof onCover !== 'number' && (
        <Contrast ratio={ratio} onFix={() => change(nearestPassing(colour, colours.background, CONTRAST_GOOD))} />
      )}
      {typeof onCover === 'number' && <Contrast ratio={onCover} />}
    </Pointed>
  )
}

/** @param onFix left out: another colour alone does not help */
function Contrast({ ratio, onFix }: { ratio: number; onFix?: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const isGood = ratio >= CONTRAST_GOOD
  const colour = isGood ? 'green' : ratio >= CONTRAST_POOR ? 'yellow' : 'red'
  return (
    <Group gap={6} mt={6} wrap="wrap" aria-live="polite">
      <Badge
        variant="light"
        color={colour}
        size="lg"
        tt="none"
        className={classes.contrast}
        data-level={colour}
        leftSection={isGood ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}
      >
        {t('templates.editor.contrast', { ratio: show.number(Math.round(ratio * 10) / 10) })}
      </Badge>
      {!isGood && onFix && (
        <Button size="compact-sm" variant="default" onClick={onFix}>
          {t('templates.editor.fixContrast')}
        </Button>
      )}
    </Group>
  )
}

/** Five colours of the logo; none while there is no logo or it cannot be read. */
function useSamples(url: string | null): readonly string[] {
  const [samples, setSamples] = useState<readonly string[]>([])
  useEffect(() => {
    let isCurrent = true
    if (!url) setSamples([])
    else
      void pixelsOf(url).then(
        (pixels) => isCurrent && setSamples(mainColours(pixels)),
        () => isCurrent && setSamples([]),
      )
    return () => {
      isCurrent = false
    }
  }, [url])
  return samples
}
