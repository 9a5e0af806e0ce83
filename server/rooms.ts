/** All rooms: who answers the calls of the contract, and who handles the jobs. */
import type { AnsweredRoom } from './base/answer.ts'
import type { AnyJob } from './base/app.ts'
import { endParkedJobs } from './base/end-parked.ts'
import { sendEmail } from './base/mail.ts'
import { answered as access } from './platform/access/calls.ts'
import { answered as cabinets } from './platform/cabinets/calls.ts'
import { answered as codes } from './platform/codes/calls.ts'
import { answered as emails } from './platform/emails/calls.ts'
import { answered as faults } from './platform/faults/calls.ts'
import { answered as keys } from './platform/keys/calls.ts'
import { answered as notifications } from './platform/notifications/calls.ts'
import { notifyDemoEnds } from './platform/notifications/jobs.ts'
import { emailNotice } from './platform/notifications/notifications.ts'
import { answered as support } from './platform/support/calls.ts'
import { answered as users } from './platform/users/calls.ts'
import { emailGuessed, emailLink, emailNewAddress } from './platform/users/users.ts'
import { answered as places } from './cards/places/calls.ts'
import { answered as templates } from './cards/templates/calls.ts'
import { sweepPictures } from './cards/templates/jobs.ts'
import { answered as variables } from './cards/variables/calls.ts'
import { answered as clients } from './people/clients/calls.ts'
import {
  checkClientCounts,
  clearTag,
  forgetChanges,
  forgetSubmissions,
  gatherClientCounts,
} from './people/clients/jobs.ts'
import { answered as exports } from './people/exports/calls.ts'
import { dropExport } from './people/exports/write.ts'
import { dropImport } from './people/imports/imports.ts'
import { checkFigures, gatherChanges } from './people/figures/jobs.ts'
import { answered as forms } from './people/forms/calls.ts'
import { answered as segments } from './people/segments/calls.ts'
import { answered as verification } from './people/verification/calls.ts'
import { dropBulkEdit } from './reach/bulk-edits/bulk-edits.ts'
import { emailCard } from './reach/holders/jobs.ts'
import { answered as issuing } from './reach/issuing/calls.ts'
import { sendOwnCard } from './reach/issuing/jobs.ts'
import { answered as marketplace } from './reach/marketplace/calls.ts'
import { followCertificateJob } from './reach/passes/certificate-change.ts'
import { checkCards, endCards, endCardsOf, forgetPhones, gatherCards } from './reach/passes/jobs.ts'
import { followDefault } from './reach/passes/follow-default.ts'
import { updateWaitingCards, updateCardsJob } from './reach/passes/update-cards.ts'
import { answered as preorders } from './reach/preorders/calls.ts'
import { generateCards } from './reach/preorders/preorders.ts'
import { answered as reminders } from './reach/reminders/calls.ts'
import { runReminders, wakeReminders } from './reach/reminders/reminders.ts'
import { answered as pushes } from './reach/pushes/calls.ts'
import { announceCards } from './reach/pushes/announce.ts'
import { checkRuns, forgetMessages, gatherRuns, turnMonths } from './reach/pushes/jobs.ts'
import { endWaiting } from './reach/pushes/end.ts'
import { retryWallet, wakeRetries } from './reach/pushes/retry.ts'
import { sendScheduled, wakeScheduled } from './reach/pushes/scheduled.ts'
import { clearPush } from './reach/pushes/pushes.ts'
import { fixAudience } from './reach/pushes/audience.ts'
import { sendChunk } from './reach/pushes/send.ts'
import { sendMessageJob } from './reach/pushes/send-message.ts'
import { sendToChats } from './reach/pushes/send-to-chats.ts'
import { sendReply, sendTelegramMessage } from './reach/telegram/telegram.ts'
import { answered as triggers } from './reach/triggers/calls.ts'
import { runTriggers, wakeTriggers } from './reach/triggers/jobs.ts'
import { clearTrigger } from './reach/triggers/triggers.ts'
import { answered as activity } from './business/activity/calls.ts'
import { answered as dashboard } from './business/dashboard/calls.ts'
import { answered as bills } from './business/bills/calls.ts'
import { makeActsOfMonths } from './business/bills/jobs.ts'
import { answered as finance } from './business/finance/calls.ts'
import {
  announcePrices,
  chargeTariffs,
  checkLedger,
  checkPartners,
  giveInviteBonus,
  remindDebtors,
} from './business/finance/jobs.ts'
import { answered as hooks } from './business/hooks/calls.ts'
import { answered as integration } from './business/integration/calls.ts'
import {
  applyEvents,
  bringClients,
  checkLooked,
  clearCrm,
  foldCounts,
  forgetInCrm,
  keepHooks,
  keepHooksDaily,
  lookUp,
  readAside,
  readAll,
  readClients,
  sayFarewell,
  writeClients,
  writeDaily,
} from './business/integration/integration.ts'
import { answered as operator } from './business/operator/calls.ts'
import { checkAuditLog, sealAuditLog } from './business/operator/jobs.ts'
import { answered as partner } from './business/partner/calls.ts'
import { notifyReleased, recordShare, recordSpending } from './business/partner/jobs.ts'
import { answered as payments } from './business/payments/calls.ts'
import { askPayments } from './business/payments/payments.ts'
import { answered as payouts } from './business/payouts/calls.ts'
import { answered as poll } from './business/poll/calls.ts'
import { answered as composedCabinets } from './composed/cabinets/calls.ts'
import { answered as composedCertificates } from './composed/certificates/calls.ts'
import { notifyCertificatesEnd } from './composed/certificates/jobs.ts'
import { answered as composedIssuers } from './composed/issuers/calls.ts'
import { checkReview } from './composed/issuers/jobs.ts'
import { answered as composedClients } from './composed/clients/calls.ts'
import { answered as composedExports } from './composed/exports/calls.ts'
import { writeExport } from './composed/exports/jobs.ts'
import { answered as composedBulkEdits } from './composed/bulk-edits/calls.ts'
import { bulkJobs } from './composed/bulk-edits/jobs.ts'
import { answered as composedGrowth } from './composed/growth/calls.ts'
import { answered as composedImports } from './composed/imports/calls.ts'
import { importJobs } from './composed/imports/jobs.ts'
import { sendToHook, wakeHooks } from './composed/hooks/jobs.ts'
import { answered as composedHolders } from './composed/holders/calls.ts'
import { answered as composedJobs } from './composed/jobs/calls.ts'
import { answered as composedMarketplace } from './composed/marketplace/calls.ts'
import { answered as composedPurchases } from './composed/purchases/calls.ts'
import { answered as composedPushes } from './composed/pushes/calls.ts'
import { answered as composedSegments } from './composed/segments/calls.ts'
import { answered as composedTemplates } from './composed/templates/calls.ts'
import { answered as composedUsers } from './composed/users/calls.ts'
import { answered as composedForms } from './composed/forms/calls.ts'
import { clearForm } from './composed/forms/jobs.ts'
import { answered as composedVariables } from './composed/variables/calls.ts'
import { clearVariable } from './composed/variables/jobs.ts'
import { answered as composedVerification } from './composed/verification/calls.ts'

export const ROOMS: readonly AnsweredRoom[] = [
  users,
  cabinets,
  codes,
  poll,
  emails,
  access,
  keys,
  notifications,
  variables,
  templates,
  forms,
  marketplace,
  preorders,
  reminders,
  issuing,
  clients,
  exports,
  segments,
  pushes,
  places,
  integration,
  hooks,
  triggers,
  partner,
  finance,
  payments,
  bills,
  payouts,
  activity,
  dashboard,
  support,
  faults,
  operator,
  verification,
  composedCabinets,
  composedCertificates,
  composedIssuers,
  composedClients,
  composedTemplates,
  composedUsers,
  composedVariables,
  composedExports,
  composedGrowth,
  composedForms,
  composedImports,
  composedBulkEdits,
  composedHolders,
  composedJobs,
  composedMarketplace,
  composedPurchases,
  composedPushes,
  composedSegments,
  composedVerification,
]
export const JOBS: readonly AnyJob[] = [
  endParkedJobs,
  emailLink,
  emailGuessed,
  emailNewAddress,
  sendEmail,
  emailNotice,
  notifyDemoEnds,
  notifyCertificatesEnd,
  checkReview,
  sweepPictures,
  sendOwnCard,
  announceCards,
  followCertificateJob,
  updateCardsJob,
  followDefault,
  updateWaitingCards,
  generateCards,
  wakeReminders,
  runReminders,
  sendReply,
  sendTelegramMessage,
  fixAudience,
  sendChunk,
  sendToChats,
  sendMessageJob,
  retryWallet,
  wakeRetries,
  endWaiting,
  wakeScheduled,
  sendScheduled,
  clearPush,
  wakeTriggers,
  runTriggers,
  clearTrigger,
  chargeTariffs,
  remindDebtors,
  announcePrices,
  checkLedger,
  checkPartners,
  giveInviteBonus,
  askPayments,
  makeActsOfMonths,
  recordSpending,
  recordShare,
  notifyReleased,
  writeExport,
  emailCard,
  endCards,
  endCardsOf,
  forgetPhones,
  forgetChanges,
  forgetSubmissions,
  gatherClientCounts,
  checkClientCounts,
  clearTag,
  clearVariable,
  forgetMessages,
  turnMonths,
  gatherChanges,
  checkFigures,
  gatherCards,
  checkCards,
  gatherRuns,
  checkRuns,
  dropExport,
  importJobs.check,
  importJobs.run,
  importJobs.undo,
  dropImport,
  bulkJobs.run,
  bulkJobs.undo,
  dropBulkEdit,
  clearForm,
  bringClients,
  clearCrm,
  foldCounts,
  checkLooked,
  forgetInCrm,
  lookUp,
  readAside,
  writeClients,
  writeDaily,
  readClients,
  readAll,
  applyEvents,
  keepHooks,
  keepHooksDaily,
  sayFarewell,
  sendToHook,
  wakeHooks,
  sealAuditLog,
  checkAuditLog,
]
