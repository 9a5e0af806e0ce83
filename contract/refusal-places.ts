/** Where the cabinet shows each refusal: one place for each, so that nothing is told twice and nothing is lost. */
import type { ALL_ROOMS } from './all.ts'
import type { ErrorOf } from './call.ts'

/**
 * `field` beside the input it is about · `banner` above the block it stops · `account` in the banners of every page of the
 * cabinet · `dialog` in a dialog of its own or the open one · `toast` · `page` instead of what could not be read ·
 * `redirect` by going where it can be mended · `answer` only programs with a key ever see it.
 */
export type Place = 'field' | 'banner' | 'account' | 'dialog' | 'toast' | 'page' | 'redirect' | 'answer'

export type RefusalCode = { [Name in keyof typeof ALL_ROOMS]: ErrorOf<(typeof ALL_ROOMS)[Name]> }[keyof typeof ALL_ROOMS] | 'server_error'

export const PLACES: Readonly<Record<RefusalCode, Place>> = {
  // Any call.
  invalid_input: 'field', unauthorized: 'redirect', offer_not_accepted: 'redirect', email_not_confirmed: 'account', account_limited: 'account', demo_over: 'account',
  not_found: 'page', plan_too_low: 'banner', too_large: 'field', too_many_requests: 'toast', try_again_later: 'toast', server_error: 'toast',
  scope_missing: 'answer', api_limit_reached: 'answer',
  // Signing in.
  wrong_login: 'field', promo_account_not_found: 'banner', password_expired: 'field', too_many_tries: 'banner', offer_changed: 'banner', invalid_verification_link: 'page', invalid_token: 'banner',
  // Accounts and people.
  identifier_taken: 'field', identifier_reserved: 'field', user_limit: 'banner', already_has_access: 'field', person_not_found: 'toast', last_owner: 'toast',
  invite_not_found: 'page', person_not_confirmed: 'toast',
  // Settings.
  start_number_locked: 'field', start_number_used: 'field', ranges_overlap: 'field', plastic_number_used: 'field', unknown_image: 'field',
  phone_wrong: 'field', code_too_soon: 'field', too_many_codes: 'field', sms_not_sent: 'field', code_wrong: 'field', code_over: 'field', code_locked: 'field',
  nothing_to_confirm: 'toast', invalid_reply_link: 'page', key_limit: 'banner', password_needed: 'field', key_not_found: 'toast',
  variable_taken: 'field', variable_limit: 'banner', variable_not_found: 'toast', variable_in_use: 'dialog', variable_has_values: 'field',
  // SMS of the account.
  sms_other_connected: 'banner', sms_keys_refused: 'field', sms_type_not_connected: 'toast', sms_not_connected: 'field', sms_check_needs_phone: 'field',
  sms_refused: 'toast', sms_phone_refused: 'toast', sms_provider_down: 'toast', sms_too_soon: 'toast', sms_limit_reached: 'toast', sms_country_not_allowed: 'toast', sms_number_not_allowed: 'toast', sms_needed_for_link: 'toast', client_has_no_phone: 'toast',
  // Certificates.
  not_a_p12: 'field', wrong_password: 'field', no_private_key: 'field', key_mismatch: 'field', not_a_pass_certificate: 'field', certificate_expired: 'field',
  certificate_too_large: 'field', unknown_issuer: 'field', nothing_to_activate: 'toast', not_a_test_certificate: 'toast',
  // Cards.
  template_limit: 'banner', unknown_variable: 'field', template_not_found: 'page', version_conflict: 'dialog', template_in_use: 'dialog', update_scheduled: 'toast',
  image_not_png: 'field', image_wrong_size: 'field', image_broken: 'field', image_too_large: 'field',
  // Forms.
  form_limit: 'banner', cards_not_active: 'banner', form_not_found: 'page', bad_regular_expression: 'field', theme_needs_plan: 'field',
  // Clients.
  client_not_found: 'page', bad_phone: 'field', phone_taken: 'field', no_card_installed: 'field',
  // Segments.
  segment_limit: 'banner', segment_not_found: 'page', segment_in_use: 'dialog', segment_needs_plan: 'field',
  // Marketplace.
  module_not_found: 'page', module_too_young: 'toast', promo_taken: 'field', hidden_promo_needs_plan: 'field',
  // Exports.
  export_disabled: 'dialog', export_once_a_day: 'dialog', export_not_found: 'page',
  // Pushes.
  push_type_unknown: 'page', push_not_found: 'page', push_in_queue: 'dialog', push_once_a_day: 'toast', push_incomplete: 'banner',
  beacon_needs_expert: 'banner', point_limit: 'field', wrong_push_type: 'answer', push_used_by_trigger: 'dialog',
  // Triggers.
  trigger_limit: 'banner', trigger_not_found: 'page', trigger_push_queued: 'dialog', trigger_date_passed: 'field', trigger_incomplete: 'field', trigger_now_stays_on: 'toast',
  // CRM.
  integration_not_on_demo: 'banner', integration_not_configured: 'toast', integration_not_active: 'toast', integration_exists: 'banner', crm_type_unknown: 'field', crm_name_known: 'field',
  wrong_command: 'field', crm_no_ssl: 'field', crm_ssl_unverifiable: 'field', crm_connection_lost: 'banner', crm_not_found: 'field', crm_wrong_login: 'field', crm_wrong_program: 'field',
  crm_wrong_credentials: 'field', sync_once_a_day: 'toast',
  // Money.
  tariff_not_found: 'toast', tariff_cannot_go_lower: 'dialog', tariff_archived: 'dialog', no_slots: 'field', not_on_demo: 'toast',
  // Notices and letters.
  notification_not_found: 'toast', invalid_unsubscribe_link: 'page',
  // Support and the operator.
  conversation_not_found: 'page', screenshot_broken: 'field', screenshot_too_large: 'field', screenshot_not_found: 'page', user_not_found: 'page',
  already_confirmed: 'toast', not_oneself: 'toast', last_superuser: 'toast',
}
