import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import { ApplePass } from '../../../card/apple-face.tsx'
import { fillCard } from '../../../card/fill.ts'
import { GooglePass } from '../../../card/google-face.tsx'
import { googlePassViewOf } from '../../../card/google-pass.ts'
import { BarcodeType, CARD_PLACES } from '../../../contract/cards/design.ts'
import type { ImageSlotName } from '../../../contract/limits.ts'
import { ImageSlot } from '../../parts/image-slot/image-slot.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Pointed, TextControl, TokenControl } from './control.tsx'
import { controlId } from './controls.ts'
import { useEditDesign, useEditor } from './editor-context.tsx'
import { PlaceFields } from './place-fields.tsx'
import { Section } from './section.tsx'
import classes from './templates.module.css'

const NARROW = '(max-width: 63.99em)'
// The colour inputs are the heaviest part of the editor.
const ColoursSection = lazy(() => import('./colours-section.tsx').then((file) => ({ default: file.ColoursSection })))

/** The controls of a card's front, in the order of the card from top to bottom. */
export function FrontTab() {
  return (
    <Stack gap="lg">
      <LookSection />
      <ImagesSection />
      <Suspense fallback={<Loading shapes={[210]} />}>
        <ColoursSection />
      </Suspense>
      <FieldsSection />
      <BarcodeSection />
    </Stack>
  )
}

function LookSection() {
  const { t } = useTranslation()
  const { draft, edit } = useEditor()
  const editDesign = useEditDesign()
  const names = ['organisation', 'cardName', 'programName'] as const
  return (
    <Section title={t('templates.editor.look')}>
      <TextControl
        name="name"
        label={t('templates.editor.name')}
        description={t('templates.editor.nameHelp')}
        value={draft.name}
        maxLength={60}
        required
        onChange={(name) => edit('name', (old) => ({ ...old, name }))}
      />
      {names.map((key) => (
        <TextControl
          key={key}
          name={`design.${key}`}
          label={t(`templates.editor.${key}`)}
          description={t(`templates.editor.${key}Help`)}
          value={draft.design[key]}
          maxLength={60}
          required
          onChange={(value) => editDesign(`design.${key}`, (design) => ({ ...design, [key]: value }))}
        />
      ))}
    </Section>
  )
}

/** Pairs that share a row, as wide as their pictures. */
const SLOTS: readonly ImageSlotName[] = ['logo', 'icon', 'cover', 'programLogo', 'hero']

function ImagesSection() {
  const { t } = useTranslation()
  const { cabinetId, draft, imageUrl, values } = useEditor()
  const editDesign = useEditDesign()
  const others: Partial<Record<ImageSlotName, ImageSlotName[]>> = { logo: ['icon', 'programLogo'], cover: ['hero'] }
  const renderPreview = (slot: ImageSlotName, url: string) => {
    const filled = fillCard({ ...draft.design, images: { ...draft.design.images, [slot]: slot } }, values, (id) =>
      id === slot ? url : imageUrl(id),
    )
    return slot === 'programLogo' || slot === 'hero' ? (
      <GooglePass view={googlePassViewOf(filled)} />
    ) : (
      <ApplePass view={applePassViewOf(filled)} />
    )
  }
  return (
    <Section title={t('templates.editor.images')} help={t('templates.editor.imagesHelp')}>
      <div className={classes.slots}>
        {SLOTS.map((slot) => {
          const id = draft.design.images[slot]
          return (
            <div key={slot} className={classes[slot]}>
              <Pointed name={`design.images.${slot}`}>
                <ImageSlot
                  cabinetId={cabinetId}
                  slot={slot}
                  id={controlId(`design.images.${slot}`)}
                  image={id ? { id, url: imageUrl(id) } : null}
                  cardColour={draft.design.colours.background}
                  others={others[slot]}
                  renderPreview={slot === 'icon' ? undefined : renderPreview}
                  onChange={(images) =>
                    editDesign(`design.images.${slot}`, (design) => {
                      const ids: Record<string, string | null> = Object.fromEntries(
                        Object.entries(images).map(([key, one]) => [key, one?.id ?? null]),
                      )
                      return { ...design, images: { ...design.images, ...ids } }
                    })
                  }
                />
                <Text size="xs" c="dimmed" mt={4}>
                  {t(`templates.slotHelp.${slot}`)}
                </Text>
              </Pointed>
            </div>
          )
        })}
      </div>
    </Section>
  )
}

function FieldsSection() {
  const { t } = useTranslation()
  return (
    <Section title={t('templates.editor.fields')} help={t('templates.editor.fieldsHelp')}>
      {CARD_PLACES.map((place) => (
        <PlaceFields key={place} place={place} />
      ))}
    </Section>
  )
}

function BarcodeSection() {
  const { t } = useTranslation()
  const { draft } = useEditor()
  const editDesign = useEditDesign()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const { barcode } = draft.design
  const change = (key: keyof typeof barcode, value: string) =>
    editDesign(`design.barcode.${key}`, (design) => ({ ...design, barcode: { ...design.barcode, [key]: value } }))
  return (
    <Section title={t('templates.editor.barcode')} help={t('templates.editor.barcodeHelp')}>
      <Pointed name="design.barcode.type">
        <SegmentedControl
          id={controlId('design.barcode.type')}
          tabIndex={-1}
          fullWidth
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          aria-label={t('templates.editor.barcode')}
          value={barcode.type}
          onChange={(type) => change('type', type)}
          data={BarcodeType.options.map((type) => ({ value: type, label: t(`templates.barcodes.${type}`) }))}
        />
      </Pointed>
      {barcode.type !== 'none' && (
        <>
          <TokenControl
            name="design.barcode.message"
            label={t('templates.editor.barcodeMessage')}
            description={t('templates.editor.barcodeMessageHelp')}
            value={barcode.message}
            maxLength={200}
            onChange={(message) => change('message', message)}
          />
          <TokenControl
            name="design.barcode.alt"
            label={t('templates.editor.barcodeAlt')}
            value={barcode.alt}
            maxLength={60}
            onChange={(alt) => change('alt', alt)}
          />
        </>
      )}
    </Section>
  )
}
