import { ActionIcon, Group, Slider, Text } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { useShow } from '../../base/show.ts'
import type { CropPlan } from './crop-plan.ts'
import { focalOfOffset, maxZoom, moveFocal, offsetOf, type Size } from './geometry.ts'
import classes from './image-slot.module.css'
import type { Picture } from './picture.ts'

const NUDGE = 0.02
/** Of the cover's 1125 px, the part that a phone may cut off at each side. */
const COVER_RISK = 82 / 1125

export type StageProps = { slot: ImageSlotName; plan: CropPlan; onPlan: (plan: CropPlan) => void }

/** A frame of the slot's ratio over the picture: drag, wheel, arrow keys, or the buttons below. */
export function FillStage({ picture, slot, plan, onPlan }: StageProps & { picture: Picture }) {
  const { t } = useTranslation()
  const show = useShow()
  const target = IMAGE_SLOTS[slot]
  const [shown, setShown] = useState<Size | null>(null)
  const [frame, setFrame] = useState<Size | null>(null)
  const zoomMax = maxZoom(picture.size, target)
  const move = (x: number, y: number) =>
    onPlan({ ...plan, focal: moveFocal(picture.size, target, plan.zoom, plan.focal, { x, y }) })
  const zoomTo = (wanted: number) => {
    const zoom = Math.min(zoomMax, Math.max(1, wanted))
    onPlan({ ...plan, zoom, focal: moveFocal(picture.size, target, zoom, plan.focal) })
  }
  const nudges = [
    ['left', -NUDGE, 0, IconArrowLeft],
    ['right', NUDGE, 0, IconArrowRight],
    ['up', 0, -NUDGE, IconArrowUp],
    ['down', 0, NUDGE, IconArrowDown],
  ] as const
  return (
    <>
      <div className={classes.cropStage}>
        <Cropper
          image={picture.url}
          aspect={target.width / target.height}
          crop={shown ? offsetOf(plan.focal, plan.zoom, shown) : { x: 0, y: 0 }}
          zoom={plan.zoom}
          minZoom={1}
          maxZoom={zoomMax}
          cropShape={slot === 'programLogo' ? 'round' : 'rect'}
          showGrid={slot === 'hero'}
          keyboardStep={4}
          disableAutomaticStylesInjection
          onMediaLoaded={({ width, height }) => setShown({ width, height })}
          onCropSizeChange={setFrame}
          onCropChange={(offset) => {
            if (shown)
              onPlan({
                ...plan,
                focal: moveFocal(picture.size, target, plan.zoom, focalOfOffset(offset, plan.zoom, shown)),
              })
          }}
          onZoomChange={zoomTo}
          cropperProps={{ 'aria-label': t('templates.image.cropArea'), role: 'group' }}
        />
        {frame && <Guide slot={slot} frame={frame} />}
      </div>
      {slot === 'cover' && (
        <Text size="sm" c="dimmed">
          {t('templates.image.coverGuide')}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('templates.image.zoomOut')}
          disabled={plan.zoom <= 1}
          onClick={() => zoomTo(plan.zoom - 0.1)}
        >
          <IconMinus size={16} />
        </ActionIcon>
        <Slider
          className={classes.zoom}
          min={1}
          max={Math.max(zoomMax, 1.01)}
          step={0.01}
          value={plan.zoom}
          onChange={zoomTo}
          disabled={zoomMax <= 1}
          label={show.share}
          thumbLabel={t('templates.image.zoom')}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('templates.image.zoomIn')}
          disabled={plan.zoom >= zoomMax}
          onClick={() => zoomTo(plan.zoom + 0.1)}
        >
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon.Group>
          {nudges.map(([name, x, y, Icon]) => (
            <ActionIcon
              key={name}
              variant="default"
              size="lg"
              aria-label={t(`templates.image.nudge.${name}`)}
              onClick={() => move(x, y)}
            >
              <Icon size={16} />
            </ActionIcon>
          ))}
        </ActionIcon.Group>
      </Group>
    </>
  )
}

/** What a phone does with the picture: it may cut off a cover's sides and masks an icon. */
function Guide({ slot, frame }: { slot: ImageSlotName; frame: Size }) {
  if (slot !== 'cover' && slot !== 'icon') return null
  const risk = frame.width * COVER_RISK
  return (
    <svg className={classes.guide} width={frame.width} height={frame.height} aria-hidden="true">
      {slot === 'cover' ? (
        <>
          <rect width={risk} height="100%" className={classes.risk} />
          <rect x={frame.width - risk} width={risk} height="100%" className={classes.risk} />
        </>
      ) : (
        <rect
          x="1"
          y="1"
          width={frame.width - 2}
          height={frame.height - 2}
          rx={frame.width * 0.237}
          className={classes.mask}
        />
      )}
    </svg>
  )
}
