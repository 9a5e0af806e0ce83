import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Email } from '../../../contract/page.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { WriteButton } from '../../parts/write-button.tsx'
import { useInvite } from './data.ts'

const Address = z.object({ email: Email })

/** Asks for an address and sends the invitation. @param onBlocked gets a refusal that the page shows as a banner */
export function InviteDrawer({
  isOpen,
  onClose,
  onBlocked,
}: {
  isOpen: boolean
  onClose: () => void
  onBlocked: (refused: Refused) => void
}) {
  const { t } = useTranslation()
  const { id: c, name } = useCabinet()
  const form = useForm({ initialValues: { email: '' }, validate: checkWith(Address) })
  const close = () => {
    form.reset()
    onClose()
  }
  const invite = useInvite((refused) => {
    if (refused.code === 'already_has_access') form.setFieldError('email', refused.message)
    else if (refused.code === 'user_limit' || refused.code === 'invite_limit') {
      onBlocked(refused)
      close()
    } else return false
    return true
  }, form)
  const submit = form.onSubmit(async (body) => {
    if (await invite.ask({ params: { c }, body })) close()
  })
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={t('access.drawer.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('access.drawer.text', { cabinet: name })}</Text>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            label={t('users.email')}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Text className="k-small" c="dimmed">
            {t('access.drawer.note')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <WriteButton type="submit" loading={invite.isBusy} aria-busy={invite.isBusy}>
              {t('access.drawer.button')}
            </WriteButton>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
