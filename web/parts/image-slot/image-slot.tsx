/**
 * A picture of a card: any picture comes in, the exact PNG of the slot goes out. A wrong size is helped with a
 * crop, not refused; only what no crop can save is.
 */
import { ActionIcon, Button, Loader, Text, Tooltip } from '@mantine/core'
import { IconCrop, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { type Backgrounds, type CropPlan, firstPlan } from './crop-plan.ts'
import { bestShare, qualityOf } from './geometry.ts'
import classes from './image-slot.module.css'
import { dropPicture, edgeColour, isExact, type Picture, PictureRefused, readPicture, SOURCE_TYPES } from './picture.ts'
import { type StoredImage, storeExact, storeOthers, storePlan } from './upload.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

type ImageSlotProps = {
  cabinetId: number
  slot: ImageSlotName
  /** Id of the button that takes the focus. */
  id?: string | undefined
  image: StoredImage | null
  /** New pictures by slot: one upload may fill several; null empties a slot. */
  onChange: (images: Partial<Record<ImageSlotName, StoredImage | null>>) => void
  /** Colour behind see-through pictures, that of the card. */
  cardColour: string
  /** Slots that one picture may fill together with this one. */
  others?: readonly ImageSlotName[] | undefined
  /** The card with a picture in its place, for the crop. */
  renderPreview?: ((slot: ImageSlotName, url: string) => ReactNode) | undefined
}

type Opened = { picture: Picture; plan: CropPlan; backgrounds: Backgrounds }
type Note = { kind: 'note' | 'soft' | 'fault'; text: string }

export function ImageSlot({
  cabinetId,
  slot,
  id,
  image,
  onChange,
  cardColour,
  others = [],
  renderPreview,
}: ImageSlotProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [note, setNote] = useState<Note | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const original = useRef<Opened | null>(null)
  const [canOffer, setCanOffer] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const target = IMAGE_SLOTS[slot]
  const name = t(`templates.slots.${slot}`)
  const fail = (error: unknown) => {
    const text =
      error instanceof PictureRefused
        ? t(`templates.image.fault.${error.fault}`)
        : error instanceof Error
          ? error.message
          : t('templates.image.fault.broken')
    setNote({ kind: 'fault', text })
  }

  const remember = (next: Opened) => {
    if (original.current && original.current.picture !== next.picture) dropPicture(original.current.picture)
    original.current = next
  }

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return
    setNote(null)
    setIsBusy(true)
    try {
      const picture = await readPicture(file, slot)
      const size = `${picture.size.width} × ${picture.size.height}`
      const backgrounds = { card: cardColour, edge: edgeColour(picture) }
      if (isExact(picture, slot)) {
        const stored = await storeExact(cabinetId, slot, picture)
        remember({
          picture,
          backgrounds,
          plan: { mode: 'fill', zoom: 1, focal: { x: 0.5, y: 0.5 }, filling: 'transparent' },
        })
        setCanOffer(others.length > 0)
        onChange({ [slot]: stored })
        return
      }
      if (!picture.isVector && qualityOf(bestShare(picture.size, target, slot)) === 'refused') {
        dropPicture(picture)
        setNote({
          kind: 'fault',
          text: t('templates.image.fault.small', { size, width: target.width, height: target.height }),
        })
        return
      }
      setOpened({ picture, backgrounds, plan: firstPlan(picture.size, slot, backgrounds) })
    } catch (error) {
      fail(error)
    } finally {
      setIsBusy(false)
    }
  }

  const finish = async (plan: CropPlan, alsoFill: readonly ImageSlotName[]) => {
    if (!opened) return
    setIsBusy(true)
    try {
      const { images, isSoft } = await storePlan(cabinetId, slot, { ...opened, plan }, alsoFill)
      remember({ ...opened, plan })
      setCanOffer(others.length > 0 && alsoFill.length === 0)
      onChange(images)
      const from = `${opened.picture.size.width} × ${opened.picture.size.height}`
      const isResized = !opened.picture.isVector && !isExact(opened.picture, slot)
      setNote(
        isSoft && !opened.picture.isVector
          ? { kind: 'soft', text: t('templates.image.soft') }
          : isResized
            ? { kind: 'note', text: t('templates.image.resizedFrom', { from }) }
            : null,
      )
    } catch (error) {
      fail(error)
    } finally {
      setOpened(null)
      setIsBusy(false)
    }
  }

  /** An exact picture went in untouched: the other slots are offered afterwards. */
  const fillOthers = async () => {
    if (!original.current) return
    setIsBusy(true)
    setCanOffer(false)
    try {
      onChange(await storeOthers(cabinetId, original.current, others))
    } catch (error) {
      fail(error)
    } finally {
      setIsBusy(false)
    }
  }

  const cancel = () => {
    if (opened && opened.picture !== original.current?.picture) dropPicture(opened.picture)
    setOpened(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files][0]
    if (!file) return
    event.preventDefault()
    void take(file)
  }

  return (
    <div
      className={classes.slot}
      data-over={isOver}
      data-filled={image !== null}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {target.width} × {target.height}
        </Text>
      </div>
      <button
        type="button"
        id={id}
        className={`${classes.pick} ${classes[slot]} ${image ? classes.filled : ''}`}
        style={image ? ({ '--slot-back': cardColour } as React.CSSProperties) : undefined}
        aria-label={t(image ? 'templates.image.replaceNamed' : 'templates.image.addNamed', { slot: name })}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? (
          <Loader size="sm" />
        ) : image ? (
          <img src={image.url} alt="" className={classes.thumb} />
        ) : (
          <span className={classes.empty}>
            <IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />
            {t('templates.image.drop')}
          </span>
        )}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={SOURCE_TYPES.join(',')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {image && (
        <div className={classes.acts}>
          <SlotAct
            label={t('templates.image.replaceNamed', { slot: name })}
            onClick={() => input.current?.click()}
            icon={<IconUpload size={16} />}
          />
          {original.current && (
            <SlotAct
              label={t('templates.image.cropAgain')}
              onClick={() => setOpened(original.current)}
              icon={<IconCrop size={16} />}
            />
          )}
          <SlotAct
            label={t('templates.image.removeNamed', { slot: name })}
            onClick={() => {
              setNote(null)
              onChange({ [slot]: null })
            }}
            icon={<IconTrash size={16} />}
          />
        </div>
      )}
      {image && canOffer && (
        <Button
          size="compact-sm"
          variant="light"
          mt={6}
          className={classes.offer}
          disabled={isBusy}
          onClick={fillOthers}
        >
          {t('templates.image.alsoMakeNow', { slots: others.map((other) => t(`templates.slots.${other}`)).join(', ') })}
        </Button>
      )}
      {note && (
        <p className={classes[note.kind]} role={note.kind === 'fault' ? 'alert' : 'status'}>
          {note.text}
        </p>
      )}
      {opened && (
        <Suspense fallback={null}>
          <CropDialog
            picture={opened.picture}
            slot={slot}
            firstPlan={opened.plan}
            backgrounds={opened.backgrounds}
            others={others}
            renderPreview={renderPreview}
            isBusy={isBusy}
            onCancel={cancel}
            onDone={finish}
          />
        </Suspense>
      )}
    </div>
  )
}

function SlotAct({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
