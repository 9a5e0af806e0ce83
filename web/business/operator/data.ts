/** Reads and actions of the operator. A changed cabinet or user is returned whole. */
import { useTranslation } from 'react-i18next'
import type { Call, ReplyOf, SendInputOf } from '../../../contract/call.ts'
import type { OperatedTariff } from '../../../contract/business/operated.ts'
import { operator } from '../../../contract/business/operator.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey, fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const SUMMARY_EVERY_MS = 60_000

export const useSummary = () => useRead(operator.summary, {}, { everyMs: SUMMARY_EVERY_MS })
export const useCabinets = (query: SendInputOf<typeof operator.listCabinets>['query']) =>
  useRead(operator.listCabinets, { query }, { keepRows: true })
/** @param cabinet null: nothing is requested */
export const useOperatedCabinet = (cabinet: string | null) =>
  useRead(operator.readCabinet, cabinet === null ? null : { params: { cabinet: Number(cabinet) } })
export const useUsers = (query: SendInputOf<typeof operator.listUsers>['query']) =>
  useRead(operator.listUsers, { query }, { keepRows: true })
export const useOperatedUser = (id: string) => useRead(operator.readUser, { params: { id } })
export const useTariffs = () => useRead(operator.listTariffs, {})
export const useInvitations = (query: SendInputOf<typeof operator.listInvitations>['query']) =>
  useRead(operator.listInvitations, { query }, { keepRows: true })
export const useFailedJobs = (query: SendInputOf<typeof operator.listFailedJobs>['query']) =>
  useRead(operator.listFailedJobs, { query }, { keepRows: true })
export const useInbox = (query: SendInputOf<typeof operator.listConversations>['query']) =>
  useRead(operator.listConversations, { query }, { keepRows: true })
export const useInboxConversation = (uuid: string) => useRead(operator.readConversation, { params: { uuid } })
export const useInboxPicture = (uuid: string) => useRead(operator.readScreenshot, { params: { uuid } })
export const useAuditLog = (query: SendInputOf<typeof operator.listAuditLog>['query']) =>
  useRead(operator.listAuditLog, { query }, { keepRows: true })
export const useEmulated = () => useRead(operator.readEmulated, {})
export const useAuditLogCalls = () => useRead(operator.listAuditLogCalls, {})

type CabinetAction =
  | typeof operator.extendDemo
  | typeof operator.setTariff
  | typeof operator.setAgent
  | typeof operator.correctBalance

/** Where a refusal is shown: the form's fields, under their names there; or the dialog itself. */
type Shown = {
  form?: ErrorForm
  rename?: Readonly<Record<string, string>>
  onRefused?: (refused: Refused) => boolean
}

/** One of the actions on a cabinet. */
export function useCabinetAction<C extends CabinetAction>(one: C, cabinet: number, done: string, more: Shown = {}) {
  return useWrite<C>(one, {
    done,
    refresh: [operator.listCabinets],
    ...more,
    onDone: (reply) => {
      queryClient.setQueryData(readKey(operator.readCabinet, { params: { cabinet } }), reply)
      void queryClient.invalidateQueries({ queryKey: readKey(operator.readCabinet, { params: { cabinet } }) })
    },
  })
}

const USER_READS: readonly Call[] = [operator.readUser, operator.listUsers]

/** The link works once, so it is opened at once. */
export const useOpenEmulated = () => useWrite(operator.openEmulated, { onDone: ({ url }) => location.assign(url) })

export function useEndSessions() {
  const { t } = useTranslation()
  return useWrite(operator.endSessions, { refresh: USER_READS, done: t('operator.user.ended') })
}

export function useResendVerification() {
  const { t } = useTranslation()
  return useWrite(operator.resendVerification, { done: t('operator.user.resent') })
}

export const useAuditLogProof = () => useRead(operator.readAuditLogProof, {})

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useSetSuperuser(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(operator.setSuperuser, { onRefused, refresh: USER_READS, done: t('operator.user.saved') })
}

/** Bypasses the cache; used to resolve a version conflict. */
export async function readNewest(key: string): Promise<OperatedTariff> {
  const tariff = (await fetchNewest(operator.listTariffs, {})).find((one) => one.key === key)
  if (!tariff) throw new Error(`there is no plan ${key}`)
  return tariff
}

/** @param onRefused returns true when the form shows the refusal itself */
export function useSaveTariff(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(operator.saveTariff, {
    onRefused,
    refresh: [operator.listTariffs, operator.readCabinet],
    done: t('operator.tariffs.saved'),
  })
}

export function useRevokeInvitation() {
  const { t } = useTranslation()
  return useWrite(operator.revokeInvitation, {
    refresh: [operator.listInvitations],
    done: t('operator.invitations.revoked'),
  })
}

const JOB_READS: readonly Call[] = [operator.listFailedJobs, operator.summary]

export function useRepeatJob() {
  const { t } = useTranslation()
  return useWrite(operator.repeatFailedJob, { refresh: JOB_READS, done: t('operator.jobs.repeated') })
}

export function useDeleteJob() {
  const { t } = useTranslation()
  return useWrite(operator.deleteFailedJob, { refresh: JOB_READS, done: t('operator.jobs.deleted') })
}

function keepConversation(reply: ReplyOf<typeof operator.readConversation>): void {
  queryClient.setQueryData(readKey(operator.readConversation, { params: { uuid: reply.id } }), reply)
}

export function useAnswerConversation(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(operator.answerConversation, {
    refresh: [operator.listConversations, operator.summary],
    done: t('operator.inbox.answered'),
    onDone: keepConversation,
    onRefused,
  })
}

export function useCloseConversation() {
  const { t } = useTranslation()
  return useWrite(operator.closeConversation, {
    refresh: [operator.listConversations, operator.summary],
    done: t('operator.inbox.closed'),
    onDone: keepConversation,
  })
}
