import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { clients } from '../../../contract/people/clients.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { PASSWORD, type Person, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { elsewhere } from '../../../test/walk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', OPERATOR_EMAIL: 'chief@new.example' } })
})
afterAll(() => server?.close())

const call: typeof request = (at, one, input, token) => request(at, one, input, token, elsewhere())
const login = (email: string, password = PASSWORD) => call(server, users.login, { body: { email, password } })
const tokenOf = async (email: string, password = PASSWORD) =>
  ((await login(email, password)).body.data as { token: string }).token
const statusOf = async (token: string) => (await call(server, users.me, {}, token)).status

async function mailsTo(address: string) {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  return mailbox.list(address).flatMap(({ id }) => mailbox.get(id) ?? [])
}
const linkIn = (text = '') => /\/email\/(?:change|undo)\/([\w-]{43})/.exec(text)?.[1] ?? ''
const newest = async (address: string) => linkIn((await mailsTo(address))[0]?.text)

const ask = (person: Person, email: string, password = PASSWORD) =>
  person.ask(users.askEmailChange, { body: { email, password } })
const confirm = (person: Person, token: string) => person.ask(users.confirmEmailChange, { body: { token } })
const undo = (token: string) => call(server, users.undoEmailChange, { body: { token } })

/** Asks for a change and confirms it. */
async function change(person: Person, email: string): Promise<void> {
  expect((await ask(person, email)).status).toBe(200)
  expect((await confirm(person, await newest(email))).status).toBe(200)
}

describe('a change of address', () => {
  it('happens when the link of the new address is opened; both addresses get an email', async () => {
    const anna = await signIn(server, 'Anna')
    const other = await tokenOf(anna.email)
    const asked = await ask(anna, 'anna@new.example')
    expect(asked.body.data).toMatchObject({ waiting: { email: 'anna@new.example' } })
    expect((await anna.send(users.readEmailChange)).waiting?.email).toBe('anna@new.example')
    expect((await mailsTo(anna.email)).map((mail) => mail.subject)).toEqual(['Your email address is about to change'])
    expect((await anna.send(users.me)).email).toBe(anna.email)

    const token = await newest('anna@new.example')
    expect((await confirm(anna, token)).body.data).toMatchObject({ email: 'anna@new.example', isEmailVerified: true })
    expect((await anna.send(users.readEmailChange)).waiting).toBeNull()
    expect((await mailsTo(anna.email))[0]?.subject).toBe('Your email address was changed')
    expect([await statusOf(anna.token), await statusOf(other)]).toEqual([200, 401])
    expect([(await login(anna.email)).status, (await login('anna@new.example')).status]).toEqual([422, 200])
    expect((await confirm(anna, token)).body.error?.code).toBe('invalid_email_link')
  })

  it('needs the password, however fresh the session is', async () => {
    const bert = await signIn(server, 'Bert')
    const tries = await Promise.all(Array.from({ length: 12 }, () => ask(bert, 'bert@new.example', 'Wrong-horse-42')))
    expect(tally(tries.map((one) => one.status))).toEqual({ 422: 10, 429: 2 })
    expect(tries.find((one) => one.status === 422)?.body.error?.fields?.password?.code).toBe('password_wrong')
    expect(await mailsTo('bert@new.example')).toEqual([])
    server.passTime(DAY_MS)
    expect((await ask(bert, 'BERT@people.example')).body.error?.fields?.email?.code).toBe('email_same')
  })

  it('is confirmed by nobody else who has the link, and by no link that was replaced or cancelled', async () => {
    const [cora, eve] = [await signIn(server, 'Cora'), await signIn(server, 'Eve')]
    await ask(cora, 'cora1@new.example')
    const first = await newest('cora1@new.example')
    expect((await confirm(eve, first)).body.error?.code).toBe('invalid_email_link')
    await ask(cora, 'cora2@new.example')
    const second = await newest('cora2@new.example')
    expect((await confirm(cora, first)).status).toBe(404)
    await cora.send(users.cancelEmailChange)
    expect((await confirm(cora, second)).status).toBe(404)
    await ask(cora, 'cora3@new.example')
    const third = await newest('cora3@new.example')
    server.passTime(DAY_MS)
    expect((await confirm(cora, third)).status).toBe(404)
    expect((await cora.send(users.me)).email).toBe(cora.email)
  })

  it('answers the same for an address with an account, and only its reader learns it', async () => {
    const [dora, known] = [await signIn(server, 'Dora'), await signIn(server, 'Known')]
    const free = await ask(dora, 'nobody@new.example')
    const taken = await ask(dora, known.email)
    const bare = (answer: typeof free, email: string) =>
      JSON.stringify(answer)
        .replaceAll(email, 'ADDRESS')
        .replace(/"until":"[^"]*"/, '')
    expect(bare(taken, known.email)).toBe(bare(free, 'nobody@new.example'))
    const [mail] = await mailsTo(known.email)
    expect([mail?.subject, linkIn(mail?.text)]).toEqual(['This address already has an account', ''])
    expect((await dora.send(users.me)).email).toBe(dora.email)
  })

  it('takes an address from a sign-up that nobody has confirmed', async () => {
    const body = { name: 'Squat', surname: 'Ter', phone: '+420601123456', consent: true }
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    await call(server, users.signUp, { body: { ...body, ...passwords, email: 'squat@new.example' } })
    const early = await tokenOf('squat@new.example')
    const frida = await signIn(server, 'Frida')
    await change(frida, 'squat@new.example')
    expect(await statusOf(early)).toBe(401)
    expect((await frida.send(users.me)).email).toBe('squat@new.example')
  })

  it('gives a stranger who reads an unconfirmed address no way in: that one gets no link', async () => {
    const greta = await signIn(server, 'Greta')
    await query(server, 'update users set email_verified_at = null where email = $1', [greta.email])
    await change(greta, 'greta@new.example')
    expect(await mailsTo(greta.email)).toEqual([])
    expect((await greta.send(users.me)).isEmailVerified).toBe(true)
  })

  it('voids links that were mailed to the old address, and moves invitations with the address', async () => {
    const [hana, owner] = [await signIn(server, 'Hana'), await signIn(server, 'Owner')]
    await call(server, users.requestReset, { body: { email: hana.email } })
    const reset = /token=([\w-]{43})/.exec((await mailsTo(hana.email))[0]?.text ?? '')?.[1] ?? ''
    const { id: c } = await owner.send(cabinets.createCabinet, {
      body: { name: 'Inviter', domain: 'inviter', taxNumber: '12345678' },
    })
    await owner.send(access.invitePerson, { params: { c }, body: { email: 'hana@new.example' } })
    await change(hana, 'hana@new.example')
    const check = await call(server, users.checkReset, { body: { email: hana.email, token: reset } })
    expect(check.status).toBe(400)
    expect(await hana.send(access.myInvites)).toHaveLength(1)
  })

  it('to the address of the setting makes an operator, once it is confirmed', async () => {
    const ivan = await signIn(server, 'Ivan')
    await ask(ivan, 'chief@new.example')
    expect((await ivan.send(users.me)).superuser).toBe(false)
    await confirm(ivan, await newest('chief@new.example'))
    expect((await ivan.send(users.me)).superuser).toBe(true)
  })

  it('can be asked for five times a day', async () => {
    const jana = await signIn(server, 'Jana')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await ask(jana, `jana${i}@new.example`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the link in the email to the old address', () => {
  const FRESH = 'Fresh-horse-44'
  const setPassword = (email: string, token: string) =>
    call(server, users.resetPassword, { body: { email, token, password: FRESH, password_confirmation: FRESH } })

  it('brings the address back, and who changed it is out, with the password they know', async () => {
    const karl = await signIn(server, 'Karl')
    await change(karl, 'thief@new.example')
    const token = await newest(karl.email)
    const shown = await call(server, users.readEmailUndo, { body: { token } })
    expect(shown.body.data).toMatchObject({ email: karl.email, newEmail: 'thief@new.example', isChanged: true })
    const thief = await tokenOf('thief@new.example')

    const undone = (await undo(token)).body.data as { email: string; token: string }
    expect(undone.email).toBe(karl.email)
    expect([await statusOf(thief), await statusOf(karl.token)]).toEqual([401, 401])
    expect([(await login('thief@new.example')).status, (await login(karl.email)).status]).toEqual([422, 422])
    expect((await mailsTo('thief@new.example'))[0]?.subject).toBe('A change of address was undone')
    expect((await setPassword(karl.email, undone.token)).status).toBe(200)
    expect((await login(karl.email, FRESH)).status).toBe(200)
    expect((await undo(token)).body.error?.code).toBe('invalid_email_link')
  })

  it('stops a change that was not confirmed yet, also one that was cancelled', async () => {
    const lena = await signIn(server, 'Lena')
    await ask(lena, 'lena@new.example')
    const [confirming, stopping] = [await newest('lena@new.example'), await newest(lena.email)]
    await lena.send(users.cancelEmailChange)
    expect((await call(server, users.readEmailUndo, { body: { token: stopping } })).body.data).toMatchObject({
      isChanged: false,
    })
    expect((await undo(stopping)).status).toBe(200)
    expect(await statusOf(lena.token)).toBe(401)
    expect((await login(lena.email)).status).toBe(422)
    expect((await confirm(lena, confirming)).status).toBe(401)
  })

  it('revokes the keys made since the change was asked for, says which, and leaves the older ones', async () => {
    const rosa = await signIn(server, 'Rosa')
    const { id: c } = await rosa.send(cabinets.createCabinet, {
      body: { name: 'Rosa shop', domain: 'rosa', taxNumber: '12345678' },
    })
    await setPlan(server, c, 'expert')
    const newKey = (name: string) =>
      rosa.send(keys.createKey, {
        params: { c },
        body: { name, scopes: ['clients:read'], endsAt: null, password: PASSWORD },
      })
    const [own, rotated] = [await newKey('Till'), await newKey('Site')]
    server.passTime(60_000)
    await change(rosa, 'rosa-thief@new.example')
    const token = await newest(rosa.email)
    server.passTime(60_000)
    const stolen = await newKey('Way back')
    const again = await rosa.send(keys.rotateKey, {
      params: { c, id: rotated.id },
      body: { keepOld: false, password: PASSWORD },
    })
    const revoked = ['Site', 'Way back'].map((name) => ({ name, business: 'Rosa shop' }))
    expect((await undo(token)).body.data).toMatchObject({ revokedKeys: revoked })
    const statuses = await Promise.all(
      [own, stolen, again].map(async ({ secret }) => {
        const asked = await request(server, clients.listClients, { params: { c }, query: {} }, secret)
        return asked.status
      }),
    )
    expect(statuses).toEqual([200, 401, 401])
    const mail = (await mailsTo(rosa.email)).find((one) => one.subject === 'API keys were revoked')
    expect(mail?.text).toContain('Site (Rosa shop), Way back (Rosa shop)')
  })

  it('works once under twenty parallel uses', async () => {
    const mila = await signIn(server, 'Mila')
    await change(mila, 'mila@new.example')
    const token = await newest(mila.email)
    const all = await Promise.all(Array.from({ length: 20 }, () => undo(token)))
    expect(tally(all.map((one) => one.status))).toEqual({ 200: 1, 404: 19 })
  })

  it('of the first change undoes the later ones, whose links cannot bring them back', async () => {
    const nina = await signIn(server, 'Nina')
    await change(nina, 'nina2@new.example')
    const first = await newest(nina.email)
    await change(nina, 'nina3@new.example')
    const second = await newest('nina2@new.example')
    expect((await undo(first)).status).toBe(200)
    expect((await undo(second)).status).toBe(404)
    const rows = await query<{ email: string }>(server, `select email from users where email like 'nina%'`)
    expect(rows).toEqual([{ email: nina.email }])
  })

  it('of a later change leaves the first one its own', async () => {
    const olga = await signIn(server, 'Olga')
    await change(olga, 'olga2@new.example')
    const first = await newest(olga.email)
    await change(olga, 'olga3@new.example')
    expect((await undo(await newest('olga2@new.example'))).body.data).toMatchObject({ email: 'olga2@new.example' })
    expect((await undo(first)).body.data).toMatchObject({ email: olga.email })
  })

  it('works for a week, and until then nobody else gets the address', async () => {
    const petr = await signIn(server, 'Petr')
    await change(petr, 'petr@new.example')
    const token = await newest(petr.email)
    const body = { name: 'New', surname: 'Comer', email: petr.email, phone: '+420601123456', consent: true }
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    const signUp = () => call(server, users.signUp, { body: { ...body, ...passwords } })
    expect((await signUp()).status).toBe(201)
    expect((await mailsTo(petr.email))[0]?.subject).toBe('This address isn’t free yet')
    expect(await query(server, 'select id from users where email = $1', [petr.email])).toEqual([])
    const quinn = await signIn(server, 'Quinn')
    await ask(quinn, petr.email)
    expect((await mailsTo(petr.email))[0]?.subject).toBe('This address already has an account')
    server.passTime(7 * DAY_MS)
    expect((await undo(token)).body.error?.code).toBe('invalid_email_link')
    expect((await signUp()).status).toBe(201)
    expect(await query(server, 'select id from users where email = $1', [petr.email])).toHaveLength(1)
  })
})
