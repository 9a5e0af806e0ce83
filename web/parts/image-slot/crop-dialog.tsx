import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { PHONE } from '../../base/theme.ts'
import { StatusBanner } from '../status.tsx'
import { FillStage } from './crop-fill.tsx'
import { FitStage } from './crop-fit.tsx'
import { type Backgrounds, type CropPlan, planSharpness } from './crop-plan.ts'
import { qualityOf, type Size } from './geometry.ts'
import classes from './image-slot.module.css'
import { useLiveResult } from './live-result.ts'
import type { Picture } from './picture.ts'

type CropDialogProps = {
  picture: Picture
  slot: ImageSlotName
  firstPlan: CropPlan
  backgrounds: Backgrounds
  /** Other slots that this picture could fill too. */
  others: readonly ImageSlotName[]
  renderPreview?: ((slot: ImageSlotName, url: string) => ReactNode) | undefined
  isBusy: boolean
  onCancel: () => void
  onDone: (plan: CropPlan, others: readonly ImageSlotName[]) => void
}

/** Crops a picture for a slot, with a live result. Everything works without dragging. */
export default function CropDialog({
  picture,
  slot,
  backgrounds,
  others,
  renderPreview,
  isBusy,
  onCancel,
  onDone,
  ...props
}: CropDialogProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const [plan, setPlan] = useState(props.firstPlan)
  const [alsoFill, setAlsoFill] = useState<readonly ImageSlotName[]>([])
  const liveUrl = useLiveResult(picture, slot, plan, backgrounds)
  const target = IMAGE_SLOTS[slot]
  const quality = qualityOf(planSharpness(picture.size, slot, plan))
  return (
    <Modal
      opened
      onClose={onCancel}
      size={renderPreview ? 920 : 620}
      fullScreen={isPhone}
      title={t('templates.image.cropTitle', { slot: t(`templates.slots.${slot}`) })}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('common.cancel') }}
    >
      <div className={renderPreview ? classes.dialogWide : undefined}>
        <Stack gap="sm">
          <SegmentedControl
            value={plan.mode}
            onChange={(mode) => setPlan({ ...plan, mode: mode as CropPlan['mode'] })}
            data={[
              { value: 'fill', label: t('templates.image.fill') },
              { value: 'fit', label: t('templates.image.fit') },
            ]}
            fullWidth
          />
          {plan.mode === 'fill' ? (
            <FillStage picture={picture} slot={slot} plan={plan} onPlan={setPlan} />
          ) : (
            <FitStage slot={slot} plan={plan} onPlan={setPlan} liveUrl={liveUrl} backgrounds={backgrounds} />
          )}
          {!picture.isVector && (
            <Text size="sm" c="dimmed">
              {t('templates.image.resized', { from: sizeText(picture.size), to: sizeText(target) })}
            </Text>
          )}
          {!picture.isVector && quality !== 'sharp' && (
            <StatusBanner tone={quality === 'refused' ? 'danger' : 'warning'}>
              {t(quality === 'refused' ? 'templates.image.tooSmallHere' : 'templates.image.soft')}
            </StatusBanner>
          )}
          {others.length > 0 && (
            <Checkbox.Group
              value={[...alsoFill]}
              onChange={(chosen) => setAlsoFill(chosen as ImageSlotName[])}
              label={t('templates.image.alsoMake')}
            >
              <Group mt={6} gap="md">
                {others.map((other) => (
                  <Checkbox key={other} value={other} label={t(`templates.slots.${other}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
        </Stack>
        {renderPreview && (
          <div className={classes.livePass} aria-hidden="true">
            {liveUrl && renderPreview(slot, liveUrl)}
          </div>
        )}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => onDone(plan, alsoFill)} loading={isBusy} disabled={quality === 'refused'} data-autofocus>
          {t('templates.image.use')}
        </Button>
      </Group>
    </Modal>
  )
}

function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`
}
