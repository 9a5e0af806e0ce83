import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { codes } from '../../../contract/platform/codes.ts'
import { poll } from '../../../contract/business/poll.ts'
import { type Person, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const ANSWERS = {
  phone: '+420 601 234 567',
  organization: 'Kavárna U mostu',
  site: 'https://most.example',
  activityArea: 'catering',
  clientBase: 'under_500',
  crm: '',
  loyaltyType: 'bonus',
  goals: ['return', 'messages'],
} as const

describe('the questionnaire of a cabinet', () => {
  let server: TestServer
  let owner: Person
  let c: number
  beforeAll(async () => {
    server = await startTestServer()
    owner = await signIn(server, 'Hana')
    c = (await owner.send(cabinets.createCabinet, { body: { name: 'Most', domain: 'most', taxNumber: '12345678' } })).id
  })
  afterAll(() => server?.close())

  const read = () => owner.send(poll.readPoll, { params: { c } })
  const save = (body: object) => owner.ask(poll.savePoll, { params: { c }, body })
  const isFinished = async () => (await owner.send(cabinets.openCabinet, { params: { domain: 'most' } })).isPollFinished

  it('begins with what is known', async () => {
    expect(await read()).toEqual({
      phone: '+420601000000',
      organization: 'Most',
      site: '',
      activityArea: null,
      clientBase: null,
      crm: '',
      loyaltyType: null,
      goals: [],
      isFinished: false,
      isPhoneConfirmed: false,
    })
    expect(await isFinished()).toBe(false)
  })

  it('keeps what is answered, step by step', async () => {
    await save({ phone: '+420 601 234 567', organization: 'Kavárna U mostu' })
    await save({ activityArea: 'catering', goals: ['return'] })
    expect(await read()).toMatchObject({
      phone: '+420601234567',
      organization: 'Kavárna U mostu',
      activityArea: 'catering',
      goals: ['return'],
      isFinished: false,
    })
    await save({ activityArea: null })
    expect(await read()).toMatchObject({ organization: 'Kavárna U mostu', activityArea: null })
    expect(await isFinished()).toBe(false)
  })

  it('refuses a number that is none, at its field, and keeps nothing of that save', async () => {
    const response = await save({ phone: '12345', site: 'https://lost.example' })
    expect([response.status, response.body.error?.code, Object.keys(response.body.error?.fields ?? {})]).toEqual([
      406,
      'phone_wrong',
      ['phone'],
    ])
    expect(await read()).toMatchObject({ phone: '+420601234567', site: '' })
  })

  it.each([
    [{ activityArea: 'farming' }, 'activityArea'],
    [{ goals: ['return', 'return'] }, 'goals'],
    [{ goals: 'return' }, 'goals'],
    [{ organization: 'x'.repeat(121) }, 'organization'],
    [{ crm: 'a\tb' }, 'crm'],
  ])('refuses %j', async (body, field) => {
    const response = await save(body)
    expect([response.status, Object.keys(response.body.error?.fields ?? {})]).toEqual([422, [field]])
  })

  it('ends only when everything is answered, and shows what is missing', async () => {
    const response = await save({ isFinished: true })
    expect([response.status, response.body.error?.fields]).toEqual([
      422,
      {
        activityArea: { code: 'choose_one', message: 'Choose an option.' },
        clientBase: { code: 'choose_one', message: 'Choose an option.' },
        loyaltyType: { code: 'choose_one', message: 'Choose an option.' },
      },
    ])
    expect(await isFinished()).toBe(false)
    expect((await save({ ...ANSWERS, isFinished: true })).status).toBe(200)
    expect([await isFinished(), (await read()).isFinished]).toEqual([true, true])
  })

  it('stays finished when an answer is corrected', async () => {
    await save({ crm: 'Poster' })
    expect(await read()).toMatchObject({ ...ANSWERS, phone: '+420601234567', crm: 'Poster', isFinished: true })
    expect(await isFinished()).toBe(true)
  })

  it('knows a number that was confirmed by a code', async () => {
    const phone = '+420601234567'
    await owner.send(codes.sendCode, { body: { codeType: 'cabinet_phone', phone, cabinetId: c } })
    const code = /\d{4}/.exec(server.outside.smsGateway.list(phone)[0]?.text ?? '')?.[0] ?? ''
    await owner.send(codes.savePhone, { params: { c }, body: { phone, code } })
    expect((await read()).isPhoneConfirmed).toBe(true)
    await save({ phone: '+420601234568' })
    expect((await read()).isPhoneConfirmed).toBe(false)
  })

  it('keeps two steps that are saved at the same time', async () => {
    await Promise.all([save({ site: 'https://one.example' }), save({ crm: 'Loyverse' }), save({ clientBase: 'none' })])
    expect(await read()).toMatchObject({ site: 'https://one.example', crm: 'Loyverse', clientBase: 'none' })
  })

  it('is open to the owner only', async () => {
    const stranger = await signIn(server, 'Ivo')
    expect((await request(server, poll.readPoll, { params: { c } }, stranger.token)).status).toBe(404)
  })
})
