/** Whether filled forms give cards at once; the owner can let them collect preorders instead. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardActivation } from '../../../contract/reach/preorders.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useActivate } from './preorder-data.ts'

function textOf({ isActive, isPaused, certificate }: CardActivation) {
  if (isActive) return certificate === 'test' ? 'activeTest' : 'active'
  if (certificate === 'none' || certificate === 'expired') return certificate
  return isPaused ? 'paused' : 'none'
}

export function Issuing({ activation, isOwner }: { activation: CardActivation; isOwner: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [isOpen, setIsOpen] = useState(false)
  const { isActive, certificate, expectedOn } = activation
  const activate = useActivate(c)
  const canGive = certificate === 'test' || certificate === 'own'
  const text = t(`preorders.issuing.${textOf(activation)}`)
  return (
    <>
      <StatusBanner tone={isActive ? (certificate === 'test' ? 'info' : 'success') : 'warning'}>
        {expectedOn === null ? text : `${text} ${t('preorders.issuing.promised', { day: show.date(expectedOn) })}`}
      </StatusBanner>
      {isOwner && (
        <Group gap="xs">
          {!isActive && canGive && (
            <WriteButton
              onClick={() => activate.run({ params: { c }, body: { isActive: true, expectedOn: null } })}
              loading={activate.isBusy}
              aria-busy={activate.isBusy}
            >
              {t('preorders.issuing.resume')}
            </WriteButton>
          )}
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t(isActive ? 'preorders.issuing.pause' : 'preorders.issuing.day')}
          </Button>
        </Group>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t(isActive ? 'preorders.issuing.dialog.title' : 'preorders.issuing.day')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {isOpen && <PauseForm activation={activation} onClose={() => setIsOpen(false)} />}
      </Modal>
    </>
  )
}

function PauseForm({ activation, onClose }: { activation: CardActivation; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [day, setDay] = useState(activation.expectedOn ?? '')
  const [error, setError] = useState<string | null>(null)
  const activate = useActivate(c, (refused) => {
    const message = refused.fields?.expectedOn?.message
    if (message === undefined) return false
    setError(message)
    return true
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { isActive: false, expectedOn: day === '' ? null : day }
    if (await activate.ask({ params: { c }, body })) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {activation.isActive && <Text>{t('preorders.issuing.dialog.text')}</Text>}
        <DayInput
          label={t('preorders.issuing.dialog.day')}
          description={t('preorders.issuing.dialog.dayHint')}
          value={day}
          error={error}
          onChange={(chosen) => {
            setDay(chosen)
            setError(null)
          }}
        />
        <FormButtons
          submitLabel={t(activation.isActive ? 'preorders.issuing.dialog.submit' : 'preorders.issuing.dialog.save')}
          isBusy={activate.isBusy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
