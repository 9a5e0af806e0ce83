/** How a picture gets into its slot: it is read, cropped if its size is wrong, drawn and stored. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { type Backgrounds, type CropPlan, firstPlan } from './crop-plan.ts'
import { bestShare, qualityOf } from './geometry.ts'
import { dropPicture, edgeColour, isExact, type Picture, PictureRefused, readPicture } from './picture.ts'
import { type StoredImage, storeExact, storeOthers, storePlan } from './upload.ts'

export type SlotImages = Partial<Record<ImageSlotName, StoredImage | null>>

type PictureOptions = {
  cabinetId: number
  slot: ImageSlotName
  /** Slots that one picture may fill together with this one. */
  others: readonly ImageSlotName[]
  cardColour: string
  onChange: (images: SlotImages) => void
}

/** A picture and how it is cropped. */
type Cropped = { picture: Picture; plan: CropPlan; backgrounds: Backgrounds }
type Note = { kind: 'note' | 'soft' | 'fault'; text: string }

const UNTOUCHED: CropPlan = { mode: 'fill', zoom: 1, focal: { x: 0.5, y: 0.5 }, filling: 'transparent' }

const sizeText = ({ size }: Picture) => `${size.width} × ${size.height}`

const isTooSmall = ({ isVector, size }: Picture, slot: ImageSlotName) =>
  !isVector && qualityOf(bestShare(size, IMAGE_SLOTS[slot], slot)) === 'refused'

export function usePicture({ cabinetId, slot, others, cardColour, onChange }: PictureOptions) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const [note, setNote] = useState<Note | null>(null)
  const [opened, setOpened] = useState<Cropped | null>(null)
  /** As it came in: it can be cropped again, or fill other slots. */
  const original = useRef<Cropped | null>(null)
  const [canFillOthers, setCanFillOthers] = useState(false)

  const remember = (next: Cropped) => {
    if (original.current && original.current.picture !== next.picture) dropPicture(original.current.picture)
    original.current = next
  }
  const whileBusy = async (work: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      const fault = t(`templates.image.fault.${error instanceof PictureRefused ? error.fault : 'broken'}`)
      const isOther = error instanceof Error && !(error instanceof PictureRefused)
      setNote({ kind: 'fault', text: isOther ? error.message : fault })
    } finally {
      setIsBusy(false)
    }
  }
  /** An exact picture is stored untouched; another one opens the crop. */
  const place = async (file: File) => {
    const picture = await readPicture(file, slot)
    const backgrounds = { card: cardColour, edge: edgeColour(picture) }
    if (isExact(picture, slot)) {
      const stored = await storeExact(cabinetId, slot, picture)
      remember({ picture, backgrounds, plan: UNTOUCHED })
      setCanFillOthers(others.length > 0)
      onChange({ [slot]: stored })
    } else if (isTooSmall(picture, slot)) {
      dropPicture(picture)
      const { width, height } = IMAGE_SLOTS[slot]
      setNote({ kind: 'fault', text: t('templates.image.fault.small', { size: sizeText(picture), width, height }) })
    } else setOpened({ picture, backgrounds, plan: firstPlan(picture.size, slot, backgrounds) })
  }
  const noteAfter = (picture: Picture, isSoft: boolean): Note | null => {
    if (picture.isVector) return null
    if (isSoft) return { kind: 'soft', text: t('templates.image.soft') }
    if (isExact(picture, slot)) return null
    return { kind: 'note', text: t('templates.image.resizedFrom', { from: sizeText(picture) }) }
  }

  return {
    isBusy,
    note,
    opened,
    hasOriginal: original.current !== null,
    canFillOthers,
    take: (file: File | undefined) => {
      if (!file || isBusy) return
      setNote(null)
      void whileBusy(() => place(file))
    },
    cropAgain: () => setOpened(original.current),
    cancelCrop: () => {
      if (opened && opened.picture !== original.current?.picture) dropPicture(opened.picture)
      setOpened(null)
    },
    finishCrop: async (plan: CropPlan, alsoFill: readonly ImageSlotName[]) => {
      if (!opened) return
      await whileBusy(async () => {
        const { images, isSoft } = await storePlan(cabinetId, slot, { ...opened, plan }, alsoFill)
        remember({ ...opened, plan })
        setCanFillOthers(others.length > 0 && alsoFill.length === 0)
        onChange(images)
        setNote(noteAfter(opened.picture, isSoft))
      })
      setOpened(null)
    },
    /** Offered after an exact picture went in untouched. */
    fillOthers: () => {
      const from = original.current
      if (!from) return
      setCanFillOthers(false)
      void whileBusy(async () => onChange(await storeOthers(cabinetId, from, others)))
    },
    remove: () => {
      setNote(null)
      onChange({ [slot]: null })
    },
  }
}
