/**
 * Which room owns which tables, as data. SQL of a room names its own tables; another room is asked by a verb of its
 * door.
 */
import type { Tree } from './imports.ts'
import { namedTables } from './sql-reading.ts'

export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  db: ['demo_parts'],

  'server/base': ['audit_log', 'given_up_jobs', 'installation_secrets', 'migrations', 'paces', 'tries'],

  'server/platform/users': ['users', 'sessions', 'mail_tokens', 'email_changes'],
  'server/platform/cabinets': ['cabinets', 'tariffs', 'accesses'],
  'server/platform/emails': ['mail_settings'],
  'server/platform/access': ['invitations'],
  'server/platform/notifications': ['notifications', 'notification_marks', 'notification_reads'],
  'server/platform/codes': ['phone_codes', 'sms_budget'],
  'server/platform/keys': ['api_keys', 'api_usage'],
  'server/platform/files': ['files'],
  'server/platform/support': ['support_conversations', 'support_messages', 'support_screenshots'],

  'server/cards/certificates': ['apple_certificates', 'certificate_requests'],
  'server/cards/issuers': ['google_issuers', 'gmail_codes'],
  'server/cards/variables': ['variables'],
  'server/cards/templates': ['templates'],
  'server/cards/places': ['push_points', 'template_points', 'saved_places'],

  'server/people/verification': ['sms_providers', 'sms_texts', 'sms_log', 'form_codes'],
  'server/people/growth': ['growth_days', 'growth_sources', 'wallet_days'],
  'server/people/figures': ['day_figures', 'figure_changes', 'visit_days', 'happenings'],
  'server/people/forms': ['forms', 'deleted_forms', 'form_links', 'form_looks', 'form_posters'],
  'server/people/clients': [
    'clients',
    'client_counts',
    'birth_counts',
    'birthday_counts',
    'extra_counts',
    'tag_counts',
    'balance_events',
    'form_submissions',
    'client_requests',
    'client_erasures',
    'client_merges',
    'external_events',
    'client_purchases',
    'consent_texts',
    'client_consents',
    'tags',
    'client_views',
    'client_tags',
    'client_changes',
    'client_changes_dropped',
  ],
  'server/people/segments': ['segments'],
  'server/people/exports': ['client_exports', 'client_export_parts'],
  'server/people/imports': ['client_imports', 'client_import_parts', 'client_import_rows'],

  'server/reach/passes': [
    'passes',
    'card_orders',
    'card_counts',
    'held_card_counts',
    'registrations',
    'client_wallets',
    'google_notices',
    'card_updates',
    'waiting_updates',
    'wallet_retries',
    'apple_refusals',
    'certificate_changes',
  ],
  'server/reach/purchases': ['purchase_programmes'],
  'server/reach/marketplace': ['cabinet_modules', 'module_prices', 'promos', 'promo_uses', 'client_invitations'],
  'server/reach/telegram': [
    'telegram_bots',
    'telegram_chats',
    'telegram_links',
    'telegram_updates',
    'telegram_messages',
  ],
  'server/reach/preorders': ['card_issuing', 'preorders', 'preorder_designs', 'preorder_runs'],
  'server/reach/reminders': ['form_reminders', 'client_reminders', 'reminder_candidates'],
  'server/reach/pushes': [
    'pushes',
    'push_templates',
    'push_runs',
    'push_audiences',
    'run_wallets',
    'push_chunks',
    'client_messages',
  ],
  'server/reach/bulk-edits': ['bulk_edits', 'bulk_edit_rows'],
  'server/reach/triggers': ['triggers', 'trigger_acts', 'trigger_holds', 'trigger_insiders'],

  'server/business/poll': ['polls'],
  'server/business/partner': ['partner_spending', 'partner_reports', 'partner_shares'],
  'server/business/finance': [
    'transactions',
    'ledger_checks',
    'partner_checks',
    'module_gifts',
    'telegram_gifts',
    'refunds',
    'booked_refunds',
  ],
  'server/business/payments': ['payments', 'payment_settings', 'payment_refusals'],
  'server/business/payouts': ['payouts'],
  'server/business/bills': [
    'acts',
    'act_rounds',
    'bills',
    'bill_payments',
    'bill_supplier',
    'booked_lines',
    'paper_numbers',
  ],
  'server/business/integration': [
    'integrations',
    'crm_clients',
    'crm_runs',
    'crm_wishes',
    'crm_exchanges',
    'crm_relinks',
    'crm_consents',
    'crm_tokens',
    'crm_index',
    'crm_index_places',
    'crm_hooks',
    'crm_hook_events',
    'crm_farewells',
    'crm_tills',
    'crm_till_documents',
    'crm_purchases_waiting',
    'crm_standings',
    'crm_looked',
    'crm_looked_sums',
  ],
  'server/business/hooks': ['client_hooks'],
  'server/business/operator': ['audit_seals', 'audit_sealed', 'audit_checks', 'outside_visits'],
}

const OWNER = new Map(Object.entries(OWNERS).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)))

/** One readable line for each table named by a room that does not own it, and for each statement that is not read. */
export function tableFaults(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => file.startsWith('server/') && !file.endsWith('.test.ts'))
    .flatMap(([file, text]) =>
      namedTables(file, text).flatMap(({ line, table, fault }) => {
        if (table === undefined) return [`${file}:${line} cannot be read: ${fault}`]
        const owner = OWNER.get(table)
        if (owner === undefined) return [`${file}:${line} names ${table}, which nobody owns`]
        return file.startsWith(`${owner}/`) ? [] : [`${file}:${line} names ${table} of ${owner}`]
      }),
    )
}
