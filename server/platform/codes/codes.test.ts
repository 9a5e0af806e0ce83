import { describe, expect, it } from 'vitest'
import { codes } from '../../../contract/platform/codes.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import { query } from '../../../test/direct-access.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import {
  codeOf,
  mainPhone,
  numbers,
  openShop,
  phone,
  save,
  send,
  sentTo,
  server,
  shop,
  outcome,
  wrongCode,
  setUpCodes,
} from '../../../test/sms-codes.ts'

setUpCodes()

describe('a code by SMS', () => {
  it('is asked for with the password, once more than ten minutes have passed since it was given', async () => {
    const ask = (password?: string) =>
      shop.owner.ask(codes.sendCode, {
        body: { codeType: 'cabinet_phone', phone, cabinetId: shop.c, ...(password !== undefined && { password }) },
      })
    expect(outcome(await ask())).toEqual([403, 'password_needed'])
    expect((await ask('Wrong-horse-42')).body.error).toMatchObject({
      code: 'invalid_input',
      fields: { password: { code: 'password_wrong' } },
    })
    expect(sentTo()).toEqual([])
    expect(outcome(await ask(PASSWORD))).toEqual([200, 'ok'])
    server.passTime(2 * MINUTE_MS)
    expect(outcome(await ask())).toEqual([200, 'ok'])
  })

  it('proves the number that becomes the main phone, once', async () => {
    const response = await send(phone.replace(/(\d{3})(\d{3})(\d{3})$/, ' $1-$2 $3'))
    expect(response).toMatchObject({ status: 200, body: { data: { phone, nextInSeconds: 60, validSeconds: 600 } } })
    expect(sentTo()).toEqual([
      expect.objectContaining({
        from: 'Kartoteka',
        text: `${codeOf()} is your code for Kartoteka. It’s valid for 10 minutes.`,
      }),
    ])
    const code = codeOf()
    expect(outcome(await save(code))).toEqual([200, 'ok'])
    expect(await mainPhone()).toBe(phone)
    expect(outcome(await save(code))).toEqual([410, 'code_over'])
  })

  it('speaks the language of the screen and fits into one SMS', async () => {
    for (const lang of LANGUAGES)
      expect(say(lang, 'codes.sms', { code: '1234', brand: 'Kartoteka' }).length).toBeLessThanOrEqual(70)
    await request(
      server,
      codes.sendCode,
      { body: { codeType: 'cabinet_phone', phone, cabinetId: shop.c, password: PASSWORD } },
      shop.owner.token,
      { 'x-locale': 'ru' },
    )
    expect(sentTo()[0]?.text).toMatch(/^\d{4} — ваш код/)
  })

  it('is kept as a digest alone', async () => {
    await send()
    const [row] = await query<Record<string, unknown>>(server, 'select * from phone_codes where phone = $1', [phone])
    expect(row?.code_mac).toMatch(/^[\w-]{43}$/)
    const budget = await query<{ key: string }>(server, 'select key from sms_budget')
    expect(
      budget.map(({ key }) => key).filter((key) => key.includes(phone.slice(1)) || key.includes('10.0.0.1')),
    ).toEqual([])
  })

  it('is over after ten minutes', async () => {
    await send()
    server.passTime(10 * MINUTE_MS)
    expect(outcome(await save(codeOf()))).toEqual([410, 'code_over'])
  })

  it('is checked five times, even by a hundred parallel tries', async () => {
    await send()
    const tries = await Promise.all(Array.from({ length: 100 }, () => save(wrongCode())))
    expect(tries.filter((response) => response.body.error?.code === 'code_wrong').length).toBe(4)
    expect(tries.filter((response) => response.body.error?.code === 'code_locked').length).toBe(96)
    expect(await query(server, 'select tries from phone_codes where phone = $1', [phone])).toEqual([{ tries: 5 }])
    expect(outcome(await save(codeOf()))).toEqual([429, 'code_locked'])
  })

  it('is accepted once when the right one comes twenty times at the same time', async () => {
    await send()
    const right = codeOf()
    const tries = await Promise.all(Array.from({ length: 20 }, () => save(right)))
    expect(tries.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('shows how many tries are left, at its field', async () => {
    await send()
    const response = await save(wrongCode())
    expect(response).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'code_wrong',
          detail: { left: 4 },
          fields: { code: { message: 'Wrong code. Attempts left: 4.' } },
        },
      },
    })
    expect(outcome(await save('12a4'))).toEqual([422, 'invalid_input'])
    expect(outcome(await save(codeOf()))).toEqual([200, 'ok'])
  })

  it('belongs to one person, one cabinet and one number', async () => {
    const other = await openShop(`Rosa${numbers}`)
    await send()
    const code = codeOf()
    expect(outcome(await save(code, phone, other))).toEqual([410, 'code_over'])
    expect(outcome(await save(code, phone.replace(/7$/, '8')))).toEqual([410, 'code_over'])
    expect(await mainPhone(other)).toBeNull()
    expect(outcome(await save(code))).toEqual([200, 'ok'])
  })

  it('makes the one before it worthless', async () => {
    await send()
    const first = codeOf()
    server.passTime(MINUTE_MS)
    await send()
    const isSame = codeOf() === first
    if (!isSame) expect(outcome(await save(first))).toEqual([422, 'code_wrong'])
    expect(outcome(await save(codeOf()))).toEqual([200, 'ok'])
  })

  it('is sent for the owner of the cabinet alone; for a stranger there is none', async () => {
    const stranger = await signIn(server, `Stranger${numbers}`)
    const ask = (cabinetId: number) =>
      request(server, codes.sendCode, { body: { codeType: 'cabinet_phone', phone, cabinetId } }, stranger.token)
    const [real, never] = [await ask(shop.c), await ask(987_654_321)]
    expect({ ...real.body.error, requestId: '' }).toEqual({ ...never.body.error, requestId: '' })
    expect(outcome(real)).toEqual([404, 'not_found'])
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, stranger.email],
    )
    expect(outcome(await ask(shop.c))).toEqual([404, 'not_found'])
    expect(sentTo()).toEqual([])
  })
})
