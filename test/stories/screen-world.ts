/** A server with the demo in it and a little more: everything a screen can show, shown once. */
import type { BrowserContext } from 'playwright-core'
import { bills } from '../../contract/business/bills.ts'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { clients } from '../../contract/people/clients.ts'
import { codes } from '../../contract/platform/codes.ts'
import { forms } from '../../contract/people/forms.ts'
import type { Language, Theme } from '../../contract/limits.ts'
import { operator as operatorCalls } from '../../contract/business/operator.ts'
import { keys } from '../../contract/platform/keys.ts'
import { emails } from '../../contract/platform/emails.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { segments } from '../../contract/people/segments.ts'
import { templates } from '../../contract/cards/templates.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { users } from '../../contract/platform/users.ts'
import { seedDemo } from '../../db/demo.ts'
import { carryPhones, logInToDemo } from '../demo-people.ts'
import { enterSupplier } from '../papers.ts'
import { clientWithTwoCards } from '../two-cards.ts'
import { until } from '../until.ts'
import type { BringingScreens } from './screen-bring.ts'
import { addImports, type ImportScreens } from './screen-imports.ts'
import { type Person, request } from '../people.ts'
import { addBulkEdit, addEvents, addViews } from './screen-clients.ts'
import { startTestServer, type TestServer } from '../server.ts'

/** Customers of the demo who carry their card: enough for numbers on every page. */
const CARRIED = 6

export type ScreenWorld = {
  server: TestServer
  owner: Person
  /** Has no cabinet. */
  guest: Person
  /** Of the shop whose CRM has clients in trouble; `addShops` opens it. */
  tillOwner?: Person
  bringing?: BringingScreens
  /** Of the restaurant whose tills ask us. */
  askedOwner?: Person
  /** Runs the installation. */
  operator: Person
  /** A question that waits for an answer, and who is shown to the operator. */
  question: string
  user: string
  cabinet: number
  template: string
  form: string
  draftPush: string
  /** One of the demo, and one that is off because nearly everything is missing. */
  trigger: string
  openTrigger: string
  bulkEdit: string
  segment: string
  sentPush: string
  /** Sent to two chats; `addShops` sends it. */
  telegramPush?: string
  /** Files of clients, by their state. */
  imports: ImportScreens
  /** Of the demo, switched on. */
  nearPush: string
  /** Has installed the card and got a push. */
  client: string
  /** Has two cards. */
  collector: string
  /** About whom programs have reported something. */
  eventful: string
  /** Address of that client's install page. */
  card: string
  /** Path of a form in each theme, and of one that is closed. */
  formPaths: Record<Theme | 'closed', string>
  /** Path of the mail with the reset link, and the path inside the cabinet where the link leads. */
  mail: string
  resetHash: string
  /** Number that got a code by SMS. */
  phone: string
  /** Sends a message to everybody with the card. */
  sendMessage(name: string, message: string): Promise<string>
  close(): Promise<void>
}

async function addForm(
  owner: Person,
  c: number,
  template: string,
  name: string,
  change: { theme?: Theme; isOpen?: boolean; showDescriptionPage?: boolean },
): Promise<string> {
  const form = await owner.send(forms.createForm, { params: { c }, body: { name, template, lang: 'en' } })
  const { version, settings, formKey } = form
  await owner.send(forms.saveForm, {
    params: { c, formKey },
    body: { name, template, version, settings: { ...settings, ...change } },
  })
  return `/f/coffee-lab/${formKey}`
}

/** Sends a message to the holders of a card and waits until it is on its way. */
async function sendPush(owner: Person, c: number, template: string, name: string, message: string): Promise<string> {
  const body = { name, message, templates: [template] }
  const { id } = await owner.send(pushes.createPush, { params: { c, pushType: 'text' }, body })
  await owner.send(pushes.startSend, { params: { c, pushUuid: id } })
  await until(
    async () => (await owner.send(pushes.readPush, { params: { c, pushUuid: id } })).status === 'done',
    'the push is sent',
  )
  return id
}

async function readMail(server: TestServer, email: string): Promise<{ mail: string; resetHash: string }> {
  await request(server, users.requestReset, { body: { email } })
  await until(async () => server.outside.smtp.mailbox.list(email).length > 0, 'the mail arrives')
  const id = server.outside.smtp.mailbox.list(email)[0]?.id ?? ''
  const link = /#\/reset\?[^\s"<]+/.exec(server.outside.smtp.mailbox.get(id)?.text ?? '')?.[0] ?? ''
  return { mail: `/outside/mail/${id}`, resetHash: link }
}

/**
 * A program that calls, more often in a second than it may; and an address for answers that nobody has confirmed yet.
 */
async function letProgramIn(server: TestServer, owner: Person, c: number): Promise<void> {
  const { secret } = await owner.send(keys.createKey, {
    params: { c },
    body: { name: 'Till in Main Street', scopes: ['clients:read', 'pushes:write'], endsAt: null },
  })
  await Promise.all(Array.from({ length: 30 }, () => request(server, clients.listClients, { params: { c } }, secret)))
  await owner.send(emails.saveSender, {
    params: { c },
    body: { senderName: 'Coffee Lab', replyTo: 'desk@coffee-lab.example' },
  })
}

/** A trigger of the demo, and one for an entry into a segment nobody has chosen yet. */
async function addTrigger(owner: Person, c: number): Promise<{ trigger: string; openTrigger: string }> {
  const {
    triggers: [first],
  } = await owner.send(triggers.listTriggers, { params: { c } })
  const draft = await owner.send(triggers.createTrigger, { params: { c } })
  const open = await owner.send(triggers.saveTrigger, {
    params: { c, triggerUuid: draft.id },
    body: {
      name: 'VIP welcome',
      activation: 'input',
      segment: null,
      action: 'template',
      push: null,
      template: null,
      date: null,
      time: null,
      daysToBirthday: 0,
      daysAfterCreate: 1,
      removeTemplateAfterDays: 30,
      version: draft.version,
    },
  })
  return { trigger: first?.id ?? '', openTrigger: open.id }
}

async function askForCode(owner: Person, c: number): Promise<{ phone: string }> {
  return owner.send(codes.sendCode, { body: { codeType: 'cabinet_phone', phone: '+420602334455', cabinetId: c } })
}

/** Starts it. Nobody counts how often screens are opened. */
export async function openScreenWorld(): Promise<ScreenWorld> {
  const server = await startTestServer({ works: true, env: { REQUESTS_PER_MINUTE: '1000000' } })
  const carried = await seedDemo(server.app)
  if (carried) await carryPhones(server, carried, CARRIED)
  const [owner, guest, operator] = await Promise.all([
    logInToDemo(server, 'anna'),
    logInToDemo(server, 'boris'),
    logInToDemo(server, 'operator'),
  ])
  const question =
    (await operator.send(operatorCalls.listConversations, { query: { state: 'open' } })).data[0]?.id ?? ''
  const user = (await operator.send(operatorCalls.listUsers, { query: { q: owner.email } })).data[0]?.id ?? ''
  const c = (await owner.send(cabinets.openCabinet, { params: { domain: 'coffee-lab' } })).id
  await letProgramIn(server, owner, c)
  await enterSupplier(operator)
  for (const amountMinor of [100_00, 2_400_50])
    await owner.send(bills.createBill, { params: { c }, body: { amountMinor } })
  const template = (await owner.send(templates.listTemplates, { params: { c } })).templates[0]?.id ?? ''
  const segment = (await owner.send(segments.listSegments, { params: { c }, query: { o: 'name' } })).data[0]?.id ?? ''
  const draftPush = (await owner.send(pushes.listPushes, { params: { c }, query: {} })).data[0]?.id ?? ''
  const nearPush = (await owner.send(pushes.listPushes, { params: { c }, query: { type: 'geo' } })).data[0]?.id ?? ''
  const sentPush = await sendPush(
    owner,
    c,
    template,
    'New on the menu',
    'Hello {cardholder}, pumpkin cake is here. Your first slice is on us this week.',
  )
  const { data: rows } = await owner.send(clients.listClients, { params: { c }, query: {} })
  const client = rows.find((row) => row.installs.length > 0)?.id ?? rows[0]?.id ?? ''
  const formPaths = {
    day: await addForm(owner, c, template, 'At the counter', { theme: 'day', showDescriptionPage: true }),
    day_sand: '/f/coffee-lab/welcome',
    night: '/f/salon-vera/karte',
    night_blue: '/f/hotel-sever/gost',
    closed: await addForm(owner, c, template, 'Opening week', { isOpen: false }),
  }
  await addViews(owner, c)
  return {
    server,
    owner,
    guest,
    operator,
    question,
    user,
    cabinet: c,
    template,
    form: 'welcome',
    draftPush,
    segment,
    sentPush,
    imports: await addImports(owner, c, template),
    nearPush,
    client,
    collector: await clientWithTwoCards(server, c),
    eventful: await addEvents(owner, c, rows.find((row) => row.id !== client)?.id ?? ''),
    card: carried?.installUrls[0] ?? '',
    formPaths,
    ...(await readMail(server, guest.email)),
    ...(await askForCode(owner, c)),
    ...(await addTrigger(owner, c)),
    bulkEdit: await addBulkEdit(server, owner, c),
    sendMessage: (name, message) => sendPush(owner, c, template, name, message),
    close: () => server.close(),
  }
}

/** Keeps a login and a language in a context as the cabinet itself keeps them. */
export async function rememberIn(context: BrowserContext, lang: Language, person?: Person): Promise<void> {
  const user = person && (await person.send(users.me))
  const kept = {
    'kartoteka.lang': lang,
    ...(person && { 'kartoteka.token': person.token, 'kartoteka.user': JSON.stringify(user) }),
  }
  await context.addInitScript((all) => {
    // A sandboxed frame has no storage, nor has an empty page.
    if (window !== window.top || location.origin === 'null') return
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, kept)
}
