import { Anchor, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { ErrorSummary } from '../../parts/error-summary.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './cabinets.module.css'
import { domainFromName } from './domain-from-name.ts'

type Values = { name: string; domain: string }

const CHECK_PAUSE_MS = 300
const DOMAIN_MAX = 32

export function CreateCabinetPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOwnDomain, setIsOwnDomain] = useState(false)
  const isDone = useRef(false)
  const form = useForm<Values>({
    initialValues: { name: '', domain: '' },
    validate: checkWith(cabinets.createCabinet.body),
  })
  const domain = form.values.domain
  const state = useDomainState(domain)
  const create = useWrite(cabinets.createCabinet, {
    form,
    done: (cabinet) => t('cabinets.create.done', { name: cabinet.name }),
    refresh: [cabinets.listCabinets, cabinets.menu],
    onDone: (cabinet) => {
      isDone.current = true
      void navigate({ to: '/$cabinetDomain/start', params: { cabinetDomain: cabinet.domain }, ignoreBlocker: true })
    },
    onRefused: (refused) => {
      // Shown above the form.
      if (refused.code === 'cabinet_limit') return true
      if (refused.code !== 'identifier_taken' && refused.code !== 'identifier_reserved') return undefined
      form.setFieldError('domain', refused.message)
      form.getInputNode('domain')?.focus()
      return true
    },
  })
  const leaveDialog = useLeaveGuard(form.isDirty() && !isDone.current)
  useBreadcrumbs([
    { text: t('cabinets.select.title'), to: '/select_application' },
    { text: t('cabinets.create.title') },
  ])
  return (
    <Page width="narrow">
      <PageHeader title={t('cabinets.create.title')} meta={t('cabinets.create.meta')} />
      <Paper
        p="xl"
        component="form"
        noValidate
        onSubmit={form.onSubmit(
          (body) => (isRefused(state) ? form.getInputNode('domain')?.focus() : create.run({ body })),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <Stack>
          {create.refused?.code === 'cabinet_limit' && (
            <StatusBanner tone="danger">{create.refused.message}</StatusBanner>
          )}
          <ErrorSummary errors={form.errors} />
          <TextInput
            label={t('cabinets.create.name')}
            description={t('cabinets.create.nameHint')}
            autoComplete="organization"
            autoFocus
            size="md"
            maxLength={60}
            {...form.getInputProps('name')}
            onChange={(event) => {
              form.setFieldValue('name', event.currentTarget.value)
              if (!isOwnDomain) form.setFieldValue('domain', domainFromName(event.currentTarget.value))
            }}
          />
          <Address form={form} state={state} isOwn={isOwnDomain} onOwn={setIsOwnDomain} />
          <Text c="dimmed">{t('cabinets.create.demo')}</Text>
          <Button type="submit" loading={create.isBusy} aria-busy={create.isBusy} style={{ alignSelf: 'flex-start' }}>
            {t('cabinets.create.button')}
          </Button>
        </Stack>
      </Paper>
      {leaveDialog}
    </Page>
  )
}

type DomainState = ReplyOf<typeof cabinets.checkIdentifier>['state'] | 'checking' | undefined
type Refusal = 'taken' | 'reserved' | 'malformed'

const isRefused = (state: DomainState): state is Refusal =>
  state === 'taken' || state === 'reserved' || state === 'malformed'

/** Asks the server once typing has paused. */
function useDomainState(domain: string): DomainState {
  const [asked] = useDebouncedValue(domain, CHECK_PAUSE_MS)
  const check = useRead(cabinets.checkIdentifier, asked === '' ? null : { params: { domain: asked } })
  if (domain === '') return undefined
  return asked === domain && !check.isFetching ? check.data?.state : 'checking'
}

/** The address that follows from the name, as a line that can be changed; a field as soon as it must be. */
function Address(props: DomainFieldProps & { isOwn: boolean }) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const { form, state, isOwn } = props
  const { domain, name } = form.values
  const isNeeded = isRefused(state) || form.errors.domain !== undefined || (domain === '' && name.trim() !== '')
  if (isAsked || isOwn || isNeeded) return <DomainField {...props} />
  return (
    <div>
      <Text className="k-small" c="dimmed" mb={4}>
        {t('cabinets.create.address')}
      </Text>
      <Group gap="xs">
        <code className={`k-mono ${classes.address}`}>
          {`${location.origin}/#/`}
          <b>{domain === '' ? '…' : domain}</b>
        </code>
        {domain !== '' && (
          <Anchor component="button" type="button" className="k-small" onClick={() => setIsAsked(true)}>
            {t('cabinets.create.change')}
          </Anchor>
        )}
      </Group>
    </div>
  )
}

type DomainFieldProps = {
  form: UseFormReturnType<Values>
  state: DomainState
  /** Was it typed by hand? Otherwise it follows the name. */
  onOwn: (isOwn: boolean) => void
}

function DomainField({ form, state, onOwn }: DomainFieldProps) {
  const { t } = useTranslation()
  return (
    <div>
      <TextInput
        label={t('cabinets.create.domain')}
        description={t('cabinets.create.domainHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={DOMAIN_MAX}
        {...form.getInputProps('domain')}
        error={form.errors.domain ?? (isRefused(state) ? t(`cabinets.create.${state}`) : undefined)}
        onChange={(event) => {
          onOwn(event.currentTarget.value !== '')
          form.setFieldValue('domain', event.currentTarget.value.toLowerCase())
        }}
      />
      <div className={classes.state} role="status" data-state={state}>
        {state === 'checking' && t('cabinets.create.checking')}
        {state === 'free' && (
          <>
            <IconCheck size={16} aria-hidden="true" />
            {t('cabinets.create.free')}
          </>
        )}
      </div>
    </div>
  )
}
