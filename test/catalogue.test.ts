import { describe, expect, it } from 'vitest'
import { COMMON_ERRORS } from '../contract/common-errors.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { PLACES } from '../contract/refusal-places.ts'
import { wordsOf } from '../words/say.ts'
import { ALL_CALLS } from './walk.ts'

/**
 * The error catalogue of the product, line by line: status, code, and a call that answers with it. New features add
 * their lines.
 */
const CATALOGUE: readonly (readonly [line: string, status: number, code: string, call: string])[] = [
  ['e-mail must be confirmed', 401, 'email_not_confirmed', 'any'],
  ['account limited, top up the balance', 402, 'account_limited', 'any'],
  ['account limited', 418, 'demo_over', 'any'],
  ['check the entered data', 422, 'invalid_input', 'any'],
  ['the agreement comes first', 423, 'offer_not_accepted', 'any'],
  ['login: wrong', 422, 'wrong_login', 'users.login'],
  ['sign-up: account not found', 404, 'promo_account_not_found', 'users.signUp'],
  ['login: the password has expired', 426, 'password_expired', 'users.login'],
  ['reset password: invalid token', 400, 'invalid_token', 'users.resetPassword'],
  ['invalid e-mail verification link', 404, 'invalid_verification_link', 'users.verifyEmail'],
  ['invalid unsubscribe link', 404, 'invalid_unsubscribe_link', 'notifications.unsubscribe'],
  ['cabinet not found', 404, 'not_found', 'any'],
  ['templates: limit reached', 403, 'template_limit', 'templates.createTemplate'],
  ['templates: update already scheduled', 409, 'update_scheduled', 'templates.updateCards'],
  ['template not found', 404, 'template_not_found', 'templates.readTemplate'],
  ['forms: limit', 403, 'form_limit', 'forms.createForm'],
  ['forms: cards must be activated', 406, 'cards_not_active', 'forms.createForm'],
  ['segments: limit', 403, 'segment_limit', 'segments.createSegment'],
  ['segments: cards not active', 406, 'cards_not_active', 'segments.createSegment'],
  ['segments: delete linked to a trigger', 409, 'segment_in_use', 'segments.removeSegment'],
  ['segment not found', 404, 'segment_not_found', 'segments.readSegment'],
  ['forms: SMS verification needs SMS integration', 400, 'sms_not_connected', 'forms.saveForm'],
  ['send personal link: check SMS integration, none', 412, 'sms_needed_for_link', 'verification.sendLink'],
  ['send personal link: check SMS integration, refused', 406, 'sms_refused', 'verification.sendLink'],
  ['pushes: cards not active', 406, 'cards_not_active', 'pushes.createPush'],
  ['pushes: create, iBeacon only on Expert', 403, 'beacon_needs_expert', 'pushes.createPush'],
  ['pushes: switch, incomplete settings', 424, 'push_incomplete', 'pushes.switchPush'],
  ['pushes: switch, point limit', 400, 'point_limit', 'pushes.switchPush'],
  ['pushes: delete in the send queue', 412, 'push_in_queue', 'pushes.removePush'],
  ['pushes: incomplete settings', 424, 'push_incomplete', 'pushes.startSend'],
  ['pushes: send now once a day', 406, 'push_once_a_day', 'pushes.startSend'],
  ['pushes: delete linked to a trigger', 400, 'push_used_by_trigger', 'pushes.removePush'],
  ['triggers: limit', 403, 'trigger_limit', 'triggers.createTrigger'],
  ['triggers: cards not active', 406, 'cards_not_active', 'triggers.createTrigger'],
  ['triggers: delete while its push is queued', 412, 'trigger_push_queued', 'triggers.removeTrigger'],
  ['triggers: toggle, check date and time', 400, 'trigger_date_passed', 'triggers.switchTrigger'],
  ['trigger not found', 404, 'trigger_not_found', 'triggers.readTrigger'],
  ['push not found', 404, 'push_not_found', 'pushes.readPush'],
  ['client not found', 404, 'client_not_found', 'clients.readClient'],
  ['balance history not found', 404, 'client_not_found', 'clients.balanceHistory'],
  ['export: switched off', 400, 'export_disabled', 'exports.startExport'],
  ['export: top up', 402, 'account_limited', 'any'],
  ['module off: less than 30 days', 425, 'module_too_young', 'marketplace.saveModule'],
  ['module not found', 404, 'module_not_found', 'marketplace.readModule'],
  ['variable delete blocked when bound to a form', 409, 'variable_in_use', 'variables.removeVariable'],
  ['tariff: cannot go lower', 406, 'tariff_cannot_go_lower', 'finance.chooseTariff'],
  ['tariff: archived', 426, 'tariff_archived', 'finance.chooseTariff'],
  ['start number: more than 10 cards issued', 424, 'start_number_locked', 'cabinets.saveGeneral'],
  ['integration save: unavailable in demo', 403, 'integration_not_on_demo', 'integration.saveIntegration'],
  ['CRM validation: no SSL', 422, 'crm_no_ssl', 'integration.checkIntegration'],
  ['CRM validation: SSL not verifiable', 422, 'crm_ssl_unverifiable', 'integration.checkIntegration'],
  ['CRM validation: connection lost', 422, 'crm_connection_lost', 'integration.checkIntegration'],
  ['CRM validation: CRM not found', 422, 'crm_not_found', 'integration.checkIntegration'],
  ['CRM validation: wrong login', 422, 'crm_wrong_login', 'integration.checkIntegration'],
  ['CRM validation: wrong program id', 422, 'crm_wrong_program', 'integration.checkIntegration'],
  ['CRM validation: wrong login or password', 422, 'crm_wrong_credentials', 'integration.checkIntegration'],
  ['CRM write once a day', 406, 'sync_once_a_day', 'integration.syncClients'],
  ['phone change by SMS: number wrong', 406, 'phone_wrong', 'codes.sendCode'],
]

const codesIn = (lang: (typeof LANGUAGES)[number]) =>
  (wordsOf(lang) as { refusals: { codes: Record<string, string> } }).refusals.codes

describe('the error catalogue', () => {
  it.each(CATALOGUE)('%s: %i %s', (_, status, code, name) => {
    const declared = name === 'any' ? COMMON_ERRORS : ALL_CALLS.find((call) => call.name === name)?.one.errors
    expect((declared as Record<string, number> | undefined)?.[code]).toBe(status)
    for (const lang of LANGUAGES)
      expect([lang, (codesIn(lang)[code] ?? codesIn(lang)[`${code}_other`] ?? '').length > 5]).toEqual([lang, true])
  })

  it('gives every declared refusal one place, and places nothing that is not declared', () => {
    const declared = new Set([
      'server_error',
      ...Object.keys(COMMON_ERRORS),
      ...ALL_CALLS.flatMap(({ one }) => Object.keys(one.errors)),
    ])
    expect([...declared].filter((code) => !(code in PLACES))).toEqual([])
    expect(Object.keys(PLACES).filter((code) => !declared.has(code))).toEqual([])
  })
})
