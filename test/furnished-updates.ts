/** One thing or more for each update of the contract, saved with values that are no defaults. */
import { generateKeyPairSync } from 'node:crypto'
import type { Call, Keeps } from '../contract/call.ts'
import { integration } from '../contract/business/integration.ts'
import { modulePrices } from '../contract/business/module-prices.ts'
import { operator } from '../contract/business/operator.ts'
import { connectPaymentShop } from './payments.ts'
import { issuers } from '../contract/cards/issuers.ts'
import { templates } from '../contract/cards/templates.ts'
import { variables } from '../contract/cards/variables.ts'
import { IMAGE_SLOT_NAMES } from '../contract/limits.ts'
import type { ClientField, ClientFieldValue, ClientFieldValues } from '../contract/people/client-fields.ts'
import { forClientFields } from '../contract/people/client-fields.ts'
import { clients } from '../contract/people/clients.ts'
import { formLinks } from '../contract/people/form-links.ts'
import { forms, type FormField } from '../contract/people/forms.ts'
import { posters } from '../contract/people/posters.ts'
import { segments } from '../contract/people/segments.ts'
import { verification } from '../contract/people/verification.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { emails } from '../contract/platform/emails.ts'
import { users } from '../contract/platform/users.ts'
import { marketplace } from '../contract/reach/marketplace.ts'
import { furnishTelegram } from './furnished-telegram.ts'
import { reminders } from '../contract/reach/reminders.ts'
import { purchases } from '../contract/reach/purchases.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { IIKO, KEYS } from '../server/engines/crm/iiko-transport/emulator/emulator.ts'
import { query } from './direct-access.ts'
import { plainDesign, signIn } from './people.ts'
import { enterSupplier } from './papers.ts'
import { GENERAL, pictureOf } from './samples.ts'
import type { TestServer } from './server.ts'
import { ALL_CALLS, furnish, type Place } from './walk.ts'

export type Update = {
  name: string
  one: Call
  keeps: Keeps
  params: Record<string, string | number>
  token: string
}

const POINT = { name: 'Corner', text: 'Come in', latitude: 50.08, longitude: 14.42 }
const BEACON = { name: 'Till', text: 'Hello', uuid: crypto.randomUUID(), major: 1, minor: 2 }
const PROMO = { id: null, bonusMinor: 500, inviterMinor: 0, invitedMinor: 0, max: 7 }

const field = (change: Partial<FormField>): FormField => ({
  key: 'name',
  type: 'string',
  label: 'Name',
  variableName: 'name',
  required: true,
  active: true,
  errorMessage: 'Please',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'cz',
  ...change,
})
const FIELDS = [
  field({}),
  field({ key: 'tel', type: 'tel', variableName: 'tel' }),
  field({ key: 'promo', variableName: 'promo', isHidden: true }),
  field({ key: 'words', type: 'regex', variableName: 'Words', regularExpression: '[a-z]+' }),
  field({ key: 'sex', type: 'list', variableName: 'sex', values: ['male', 'female'] }),
  field({ key: 'surname', type: 'checkbox', variableName: 'surname', checked: true }),
]
const PAIRS = '[{"ours":"field:privilege","theirs":"f1","direction":"to","name":"Gold","kind":"text","state":"ok"}]'

/** A value that is not the unknown one. */
function sampleOf(declared: ClientField): ClientFieldValue {
  if (declared.kind === 'number') return declared.max
  if (declared.kind === 'choice') return declared.values[0]
  return declared.kind === 'flag' ? true : declared.kind === 'date' ? '2020-02-29' : 'Anna'
}

async function furnishCards({ owner, ids }: Place): Promise<void> {
  const at = { c: ids.c, uuid: ids.template }
  const images: Record<string, string> = {}
  for (const slot of IMAGE_SLOT_NAMES) {
    const file = new Blob([new Uint8Array(await pictureOf(slot))])
    images[slot] = (await owner.send(templates.uploadImage, { params: at, body: { slot }, file })).id
  }
  const { name, version } = await owner.send(templates.readTemplate, { params: at })
  const design = plainDesign({ images: images as ReturnType<typeof plainDesign>['images'] })
  for (const one of Object.values(design.fields)) if (one) one.changeMessage = 'Now %@'
  await owner.send(templates.saveTemplate, {
    params: at,
    body: {
      name,
      version,
      design,
      birthdayEnabled: true,
      endsOn: '2095-05-01',
      endsAfterDays: 4000,
      variables: { Words: 'Some' },
    },
  })
  await owner.send(variables.saveVariable, {
    params: { c: ids.c, id: ids.variable },
    body: { name: 'Words', defaultValue: 'None', description: 'What they like' },
  })
}

async function furnishGoogle({ owner, ids: { c } }: Place, server: TestServer): Promise<void> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [clientEmail, issuerId, gmail] = [
    'furnished@example.iam.gserviceaccount.com',
    '3388000000044444444',
    'us@gmail.com',
  ]
  const publicKeyPem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  server.outside.googleWallet.addAccount({ clientEmail, publicKeyPem, issuerIds: [issuerId] })
  await owner.send(issuers.sendGmailCode, { params: { c }, body: { email: gmail } })
  await query(server, 'update gmail_codes set verified_at = sent_at where cabinet_id = $1', [c])
  const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const key = { type: 'service_account', client_email: clientEmail, private_key: privateKey }
  const body = { issuerId, gmail, code: '', serviceAccountKey: JSON.stringify(key) }
  await owner.send(issuers.saveGoogle, { params: { c }, body })
}

async function furnishSettings({ owner, ids: { c, image } }: Place, server: TestServer): Promise<void> {
  const { version } = await owner.send(cabinets.readGeneral, { params: { c } })
  await owner.send(cabinets.saveGeneral, {
    params: { c },
    body: { ...GENERAL, logo: image, version },
  })
  await owner.send(emails.saveSender, { params: { c }, body: { senderName: 'Coffee', replyTo: 'us@coffee.example' } })
  // As if the link in the email had been opened.
  await query(
    server,
    `update mail_settings
      set reply_to = waiting_reply_to, waiting_reply_to = null, token_hash = null, token_until = null
      where cabinet_id = $1`,
    [c],
  )
  await owner.send(verification.saveProvider, {
    params: { c },
    body: { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' },
  })
  await owner.send(verification.saveTexts, { params: { c }, body: { linkText: 'Here: {link}', dailyLimit: 300 } })
}

async function furnishPeople({ owner, ids }: Place): Promise<string> {
  const { c, formKey, template } = ids
  const place = { c, formKey }
  const { id: link } = await owner.send(formLinks.createLink, { params: place, body: { kind: 'poster', name: 'Door' } })
  const poster = { title: 'Ours', benefit: 'Coffee', steps: 'Scan it', note: 'By the door' }
  await owner.send(posters.savePosterText, { params: place, body: poster })
  const reminder = { isOn: true, afterDays: 7, ways: 'email_sms' as const, earlier: true }
  await owner.send(reminders.saveReminder, { params: place, body: reminder })
  await owner.send(purchases.saveProgramme, { params: { c }, body: { isOn: true, rate: 750, version: 0 } })
  await owner.send(formLinks.saveLink, { params: { ...place, id: link }, body: { name: 'Window', isOn: true } })
  const form = await owner.send(forms.readForm, { params: { c, formKey } })
  await owner.send(forms.saveForm, {
    params: { c, formKey },
    body: {
      name: form.name,
      template,
      version: form.version,
      settings: {
        ...form.settings,
        fields: FIELDS,
        description: 'Points for coffee',
        showDescriptionPage: true,
        theme: 'night',
        lang: 'de',
        installText: 'Add it',
        smsCheck: true,
      },
    },
  })
  await owner.send(integration.saveIntegration, {
    params: { c },
    body: {
      type: 'iiko-transport',
      settings: {
        server: `${owner.server.url}/outside/crm/iiko-transport`,
        login: KEYS.apiLogin,
        organizationId: IIKO.organization,
        bonusProgram: IIKO.program,
      },
      flags: { read: true, write: true, rewrite: true },
      categories: [{ id: 'gold', name: 'Gold', type: 'discount', percent: 5 }],
      version: 0,
    },
  })
  await query(owner.server, 'update integrations set field_map = $1 where cabinet_id = $2', [PAIRS, c])
  const at = { c, id: ids.client }
  const { version } = await owner.send(clients.readClient, { params: at })
  await owner.send(clients.saveClient, {
    params: at,
    body: {
      ...(forClientFields((_, declared) => sampleOf(declared)) as ClientFieldValues),
      birthday: '1990-05-01',
      sex: 'female',
      email: 'anna@people.example',
      tel: '+420601123456',
      balanceMinor: 1250,
      bonusMinor: 300,
      discountHundredths: 500,
      promoCode: 'HELLO',
      template,
      extra: { Words: 'Own' },
      version,
    },
  })
  await owner.send(integration.saveClientSync, { params: at, body: { read: true, write: true, rewrite: true } })
  return link
}

async function furnishReach({ owner, ids }: Place): Promise<{ geo: string; beacon: string }> {
  const { c, segment = '', trigger = '', push, template } = ids
  const at = { c, segmentId: segment }
  const { version } = await owner.send(segments.readSegment, { params: at })
  await owner.send(segments.saveSegment, {
    params: at,
    body: { name: 'Women', match: 'any', criteria: [{ kind: 'sex', operator: 'is', value: 'female' }], version },
  })
  const text = await owner.send(pushes.readPush, { params: { c, pushUuid: push } })
  const body = { name: 'Friday', message: 'Coffee', templates: [template] }
  await owner.send(pushes.savePush, {
    params: { c, pushUuid: push },
    body: { ...body, segment, schedule: { at: '2030-01-31T10:30:00.000Z', repeat: 'week' }, version: text.version },
  })
  const create = async (pushType: string, points: object) =>
    (await owner.send(pushes.createPush, { params: { c, pushType }, body: { ...body, ...points } })).id
  await owner.send(triggers.saveTrigger, {
    params: { c, triggerUuid: trigger },
    body: {
      name: 'Later',
      activation: 'birthday',
      segment,
      action: 'push',
      push,
      template,
      date: '2030-01-31',
      time: '10:30',
      daysToBirthday: 3,
      daysAfterCreate: 4,
      removeTemplateAfterDays: 5,
      version: (await owner.send(triggers.readTrigger, { params: { c, triggerUuid: trigger } })).version,
    },
  })
  for (const [moduleId, promo] of [
    ['welcome', { ...PROMO, code: 'HELLO' }],
    ['referral', { ...PROMO, code: '', inviterMinor: 100, invitedMinor: 200 }],
  ] as const) {
    const { version: before } = await owner.send(marketplace.readModule, { params: { c, moduleId } })
    await owner.send(marketplace.saveModule, {
      params: { c, moduleId },
      body: { isActive: true, promos: [{ ...promo, startsOn: '2026-01-01', endsOn: '2036-01-01' }], version: before },
    })
  }
  return {
    geo: await create('geo', { geoPoints: [POINT, { ...POINT, name: 'Bridge', latitude: 50.09 }] }),
    beacon: await create('beacon', { beacons: [BEACON] }),
  }
}

/** A cabinet in which everything that can be updated has been, and where each thing is. */
export async function furnishUpdates(server: TestServer): Promise<readonly Update[]> {
  const place = await furnish(server, 'Anna')
  await furnishSettings(place, server)
  await furnishGoogle(place, server)
  await furnishCards(place)
  const link = await furnishPeople(place)
  const { geo, beacon } = await furnishReach(place)
  await furnishTelegram(server, place.owner, place.ids.c)
  const staff = await signIn(server, 'Operator')
  await query(server, "update users set superuser = true where name = 'Operator'")
  await query(server, 'update module_prices set price_minor = 700', [])
  await Promise.all([connectPaymentShop(staff), enterSupplier(staff)])
  const { c, formKey, client, variable, template: uuid, push: pushUuid, segment = '', trigger = '' } = place.ids
  const params = { c, uuid, formKey, pushUuid, segmentId: segment, triggerUuid: trigger }
  const places = new Map<Call, object[]>([
    [variables.saveVariable, [{ id: variable }]],
    [formLinks.saveLink, [{ id: link }]],
    [clients.saveClient, [{ id: client }]],
    [integration.saveClientSync, [{ id: client }]],
    [users.saveProfile, [{}]],
    [pushes.savePush, [{}, { pushUuid: geo }, { pushUuid: beacon }]],
    [marketplace.saveModule, [{ moduleId: 'welcome' }, { moduleId: 'referral' }, { moduleId: 'telegram' }]],
    [operator.saveTariff, [{ key: 'expert' }]],
    [modulePrices.saveModulePrice, [{ moduleId: 'welcome' }]],
  ])
  return ALL_CALLS.flatMap(({ name, one }) => {
    const token = one.who === 'operator' ? staff.token : place.owner.token
    const { keeps } = one
    return keeps
      ? (places.get(one) ?? [{}]).map((more) => ({ name, one, keeps, token, params: { ...params, ...more } }))
      : []
  })
}
