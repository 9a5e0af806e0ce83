/** One picture: chosen, dropped or pasted. It is uploaded immediately, so that sending is quick. */
import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PrivatePicture } from '../../parts/private-picture.tsx'
import { useOwnPicture, useUploadPicture } from './data.ts'
import { pictureIn, SHOT_TYPES, shrink } from './shrink.ts'
import classes from './support.module.css'

export type PictureTaker = {
  take: (file: File | undefined) => void
  isBusy: boolean
  fault: string | null
}

/** Takes a file and uploads it. */
export function usePicture(onDone: (id: string) => void): PictureTaker {
  const { t } = useTranslation()
  const [fault, setFault] = useState<string | null>(null)
  const upload = useUploadPicture((refused) => {
    setFault(refused.code === 'too_large' ? t('refusals.codes.screenshot_too_large') : refused.message)
    return true
  })
  const take = async (file: File | undefined) => {
    if (!file) return
    setFault(null)
    const light = await shrink(file)
    if (!light) return setFault(t('refusals.codes.screenshot_broken'))
    const reply = await upload.ask({ file: light })
    if (reply) onDone(reply.id)
  }
  return { take: (file) => void take(file), isBusy: upload.isBusy, fault }
}

type PictureFieldProps = { id: string | null; onRemove: () => void; taker: PictureTaker }

export function PictureField({ id, onRemove, taker }: PictureFieldProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    taker.take(pictureIn(event.dataTransfer.files))
  }
  return (
    <Input.Wrapper label={t('support.picture.label')} labelElement="div" error={taker.fault}>
      <div
        className={isOver ? `${classes.drop} ${classes.over}` : classes.drop}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {id !== null && <OwnPicture id={id} />}
        <Group gap="xs">
          <FileButton accept={SHOT_TYPES.join(',')} onChange={(file) => taker.take(file ?? undefined)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhotoPlus size={16} aria-hidden="true" />}
                loading={taker.isBusy}
                aria-busy={taker.isBusy}
              >
                {id === null ? t('support.picture.choose') : t('support.picture.replace')}
              </Button>
            )}
          </FileButton>
          {id !== null && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={onRemove}
            >
              {t('support.picture.remove')}
            </Button>
          )}
          {id === null && (
            <Text className="k-small" c="dimmed">
              {t('support.picture.hint')}
            </Text>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  )
}

/** A picture that the user has sent or is about to send. */
export function OwnPicture({ id }: { id: string }) {
  const { t } = useTranslation()
  const read = useOwnPicture(id)
  return (
    <PrivatePicture
      picture={read.data}
      isFailed={read.isError}
      alt={t('support.picture.label')}
      failedText={t('support.picture.gone')}
    />
  )
}
