import { Anchor, Button, Checkbox, Collapse, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignUp, users } from '../../../contract/platform/users.ts'
import { checkWith } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { Refused } from '../../base/refused.ts'
import { isInvited } from '../../base/return-path.ts'
import { send } from '../../base/send.ts'
import { startSession } from '../../base/session.ts'
import { adoptLanguage } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { ErrorSummary } from '../../parts/error-summary.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { CheckEmail } from './check-email.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { OfferText } from './offer-text.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useTroubleText } from './trouble.ts'

/** The server sends verification emails no faster. */
const FIRST_WAIT_SECONDS = 60
const PROMO_MAX = 40
const EMPTY = {
  email: '',
  password: '',
  promoCode: '',
  consent: false,
}

export function SignUpPage() {
  const { t } = useTranslation()
  const troubleText = useTroubleText()
  const [trouble, setTrouble] = useState<Refused | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const search = useSearch({ strict: false }) as Record<string, string>
  const form = useForm({
    initialValues: { ...EMPTY, email: search.email ?? '', promoCode: (search.promo ?? '').slice(0, PROMO_MAX) },
    validate: checkWith(SignUp),
  })
  const enter = useEnter(setSentTo)
  const signUp = useWrite(users.signUp, {
    form,
    onDone: ({ email }) => void enter.run(email, form.getValues().password),
    onRefused: (refused) => {
      if (Object.keys(refused.fields).length > 0) return undefined
      setTrouble(refused)
      return true
    },
  })
  useBreadcrumbs([{ text: t('users.signUp.title') }])
  if (sentTo !== null) return <Sent email={sentTo} onOther={() => setSentTo(null)} />
  const send = form.onSubmit(
    ({ promoCode, ...values }) => {
      setTrouble(null)
      signUp.run({ body: { ...values, consent: true, ...(promoCode.trim() !== '' && { promoCode }) } })
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <Title order={1}>{t('users.signUp.title')}</Title>
        <Text c="dimmed">{t('users.signUp.lead')}</Text>
        {trouble && <StatusBanner tone="danger">{troubleText(trouble)}</StatusBanner>}
        <ErrorSummary errors={form.errors} />
        <PersonFields form={form} />
        <PromoField form={form} isOpenAtFirst={search.promo !== undefined} />
        <ConsentField form={form} />
        <Button
          type="submit"
          fullWidth
          loading={signUp.isBusy || enter.isBusy}
          aria-busy={signUp.isBusy || enter.isBusy}
        >
          {t('users.signUp.button')}
        </Button>
        <Text ta="center">
          {t('users.signUp.hasAccount')}{' '}
          <LinkAnchor to="/login" underline="always">
            {t('users.signUp.login')}
          </LinkAnchor>
        </Text>
      </Stack>
    </form>
  )
}

/**
 * The new user goes straight on. An address that had a user already keeps its password: its reader finds an email, and
 * this page says where to look, as it does for everybody whose answer got lost.
 */
function useEnter(onSent: (email: string) => void) {
  const router = useRouter()
  const login = useWrite(users.login, {
    onDone: ({ token, user }) => {
      startSession(token, user)
      void adoptLanguage(user.lang)
      router.history.replace('/create_application')
    },
    onRefused: () => true,
  })
  return {
    isBusy: login.isBusy,
    run: async (email: string, password: string) => {
      // Somebody who was invited has signed up for that: the link of the email leads on.
      if (isInvited() || !(await login.ask({ body: { email, password } }))) onSent(email)
    },
  }
}

type FieldsProps = { form: UseFormReturnType<typeof EMPTY> }

function PersonFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        type="email"
        inputMode="email"
        label={t('users.email')}
        autoComplete="email"
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordFields
        label={t('users.password')}
        value={form.values.password}
        password={form.getInputProps('password')}
      />
    </>
  )
}

function PromoField({ form, isOpenAtFirst }: FieldsProps & { isOpenAtFirst: boolean }) {
  const { t } = useTranslation()
  const [hasPromo, setHasPromo] = useState(isOpenAtFirst)
  const check = usePromoCheck(form)
  // A code of a link is there without anybody leaving the field.
  const checkFirst = useEffectEvent(check.run)
  useEffect(() => checkFirst(), [])
  return (
    <div>
      {!hasPromo && (
        <Anchor component="button" type="button" aria-expanded={false} onClick={() => setHasPromo(true)}>
          {t('users.signUp.promoAsk')}
        </Anchor>
      )}
      <Collapse expanded={hasPromo}>
        <TextInput
          label={t('users.signUp.promo')}
          description={check.isKnown ? t('users.signUp.promoKnown') : t('users.signUp.promoHint')}
          maxLength={PROMO_MAX}
          autoComplete="off"
          {...form.getInputProps('promoCode')}
          onBlur={check.run}
        />
      </Collapse>
    </div>
  )
}

/** A code is checked when its field is left; one that cannot be checked now is refused when it is sent. */
function usePromoCheck(form: FieldsProps['form']) {
  const [known, setKnown] = useState('')
  const code = form.values.promoCode.trim()
  const run = async () => {
    if (code === '' || code === known) return
    try {
      await send(users.checkPromo, { body: { promoCode: code } })
      setKnown(code)
    } catch (error) {
      const isUnknown = error instanceof Refused && error.code === 'promo_account_not_found'
      if (isUnknown && form.getValues().promoCode.trim() === code) form.setFieldError('promoCode', error.message)
    }
  }
  return { isKnown: code !== '' && code === known, run: () => void run() }
}

/** Both texts can be read before they are agreed to. */
function ConsentField({ form }: FieldsProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'consent' | 'offer' | null>(null)
  return (
    <>
      <div>
        <Checkbox label={t('users.signUp.consent')} {...form.getInputProps('consent', { type: 'checkbox' })} />
        <Group gap="md" mt="md" ml={32}>
          <Anchor component="button" type="button" className="k-small" onClick={() => setOpened('offer')}>
            {t('users.signUp.offerRead')}
          </Anchor>
          <Anchor component="button" type="button" className="k-small" onClick={() => setOpened('consent')}>
            {t('users.signUp.consentRead')}
          </Anchor>
        </Group>
      </div>
      <ConsentDialog isOpen={opened === 'consent'} onClose={() => setOpened(null)} />
      <Modal
        opened={opened === 'offer'}
        onClose={() => setOpened(null)}
        title={t('offer.title')}
        size={720}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <OfferText />
      </Modal>
    </>
  )
}

function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  const { t } = useTranslation()
  const resend = useWrite(users.resendVerification)
  return (
    <CheckEmail
      email={email}
      title={t('users.checkMail.title')}
      text={t('users.checkMail.text', { email })}
      isBusy={resend.isBusy}
      firstWaitSeconds={FIRST_WAIT_SECONDS}
      onAgain={async () => (await resend.ask({ body: { email } }))?.nextInSeconds}
    >
      <Group justify="space-between" gap="xs">
        <Anchor component="button" type="button" onClick={onOther}>
          {t('users.checkMail.other')}
        </Anchor>
        <LinkAnchor to="/login" search={{ email }}>
          {t('users.checkMail.toLogin')}
        </LinkAnchor>
      </Group>
    </CheckEmail>
  )
}
