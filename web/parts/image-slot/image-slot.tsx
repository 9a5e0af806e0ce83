/**
 * A picture of a card: any picture comes in, a PNG of exactly the size of the slot goes out. A picture of another size
 * is cropped; only one that is too small or broken is refused.
 */
import { ActionIcon, Button, Loader, Text, Tooltip } from '@mantine/core'
import { IconCrop, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import classes from './image-slot.module.css'
import { SOURCE_TYPES } from './picture.ts'
import type { StoredImage } from './upload.ts'
import { type SlotImages, usePicture } from './use-picture.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

type ImageSlotProps = {
  cabinetId: number
  slot: ImageSlotName
  /** Id of the button, to focus it. */
  id?: string | undefined
  image: StoredImage | null
  /** New pictures by slot: one upload may fill several; null empties a slot. */
  onChange: (images: SlotImages) => void
  /** Colour behind transparent pictures, that of the card. */
  cardColour: string
  /** Slots that one picture may fill together with this one. */
  others?: readonly ImageSlotName[] | undefined
  /** The card with a picture in its place, for the crop. */
  renderPreview?: ((slot: ImageSlotName, url: string) => ReactNode) | undefined
}

export function ImageSlot(props: ImageSlotProps) {
  const { cabinetId, slot, id, image, onChange, cardColour, others = [], renderPreview } = props
  const picture = usePicture({ cabinetId, slot, others, cardColour, onChange })
  const { isOver, ...dropTarget } = useDropTarget(picture.take)
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  return (
    <div className={classes.slot} data-over={isOver} data-filled={image !== null} {...dropTarget}>
      <Head slot={slot} />
      <PickButton slot={slot} id={id} image={image} cardColour={cardColour} isBusy={picture.isBusy} onClick={choose} />
      <input
        ref={input}
        type="file"
        hidden
        accept={SOURCE_TYPES.join(',')}
        onChange={(event) => {
          picture.take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {image && <Acts slot={slot} picture={picture} onReplace={choose} />}
      {image && picture.canFillOthers && <FillOthers picture={picture} others={others} />}
      {picture.note && (
        <p className={classes[picture.note.kind]} role={picture.note.kind === 'fault' ? 'alert' : 'status'}>
          {picture.note.text}
        </p>
      )}
      {picture.opened && (
        <Suspense fallback={null}>
          <CropDialog
            picture={picture.opened.picture}
            slot={slot}
            firstPlan={picture.opened.plan}
            backgrounds={picture.opened.backgrounds}
            others={others}
            renderPreview={renderPreview}
            isBusy={picture.isBusy}
            onCancel={picture.cancelCrop}
            onDone={picture.finishCrop}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Files can also be dropped or pasted. */
function useDropTarget(onFile: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      onFile(event.dataTransfer.files[0])
    },
    onPaste: (event: ClipboardEvent) => {
      const file = [...event.clipboardData.files][0]
      if (!file) return
      event.preventDefault()
      onFile(file)
    },
  }
}

type SlotProps = { slot: ImageSlotName }
type PictureProps = { picture: ReturnType<typeof usePicture> }

function Head({ slot }: SlotProps) {
  const { t } = useTranslation()
  const { width, height } = IMAGE_SLOTS[slot]
  return (
    <div className={classes.head}>
      <Text size="sm" fw={600}>
        {t(`templates.slots.${slot}`)}
      </Text>
      <Text size="xs" c="dimmed">
        {width} × {height}
      </Text>
    </div>
  )
}

type PickButtonProps = SlotProps &
  Pick<ImageSlotProps, 'id' | 'image' | 'cardColour'> & { isBusy: boolean; onClick: () => void }

function PickButton({ slot, id, image, cardColour, isBusy, onClick }: PickButtonProps) {
  const { t } = useTranslation()
  const name = t(`templates.slots.${slot}`)
  const content = image ? (
    <img src={image.url} alt="" className={classes.thumb} />
  ) : (
    <span className={classes.empty}>
      <IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />
      {t('templates.image.drop')}
    </span>
  )
  return (
    <button
      type="button"
      id={id}
      className={`${classes.pick} ${classes[slot]} ${image ? classes.filled : ''}`}
      style={image ? ({ '--slot-back': cardColour } as React.CSSProperties) : undefined}
      aria-label={t(image ? 'templates.image.replaceNamed' : 'templates.image.addNamed', { slot: name })}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={onClick}
    >
      {isBusy ? <Loader size="sm" /> : content}
    </button>
  )
}

function Acts({ slot, picture, onReplace }: SlotProps & PictureProps & { onReplace: () => void }) {
  const { t } = useTranslation()
  const name = t(`templates.slots.${slot}`)
  return (
    <div className={classes.acts}>
      <Act
        label={t('templates.image.replaceNamed', { slot: name })}
        onClick={onReplace}
        icon={<IconUpload size={16} />}
      />
      {picture.hasOriginal && (
        <Act label={t('templates.image.cropAgain')} onClick={picture.cropAgain} icon={<IconCrop size={16} />} />
      )}
      <Act
        label={t('templates.image.removeNamed', { slot: name })}
        onClick={picture.remove}
        icon={<IconTrash size={16} />}
      />
    </div>
  )
}

function Act({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function FillOthers({ picture, others }: PictureProps & { others: readonly ImageSlotName[] }) {
  const { t } = useTranslation()
  const slots = others.map((other) => t(`templates.slots.${other}`)).join(', ')
  return (
    <Button
      size="compact-sm"
      variant="light"
      mt={6}
      className={classes.offer ?? ''}
      disabled={picture.isBusy}
      onClick={picture.fillOthers}
    >
      {t('templates.image.alsoMakeNow', { slots })}
    </Button>
  )
}
