import { describe, expect, it } from 'vitest'
import { dueOn } from './past.ts'

const holder = (id: string, birthday: string | null, cardAt: string) => ({ id, birthday, cardAt: new Date(cardAt) })
const HOLDERS = [
  holder('leap', '1992-02-29', '2025-03-01T20:59:59Z'),
  holder('spring', '1990-03-03', '2025-03-01T21:00:00Z'),
  holder('unknown', null, '2025-02-28T21:00:00Z'),
]
const names = (due: readonly { id: string }[]) => due.map((one) => one.id)

describe('who was due on a day', () => {
  it('for a birthday ahead; who was born on 29 February celebrates on the 28th where there is none', () => {
    const due = (day: string) => dueOn({ activation: 'birthday', daysToBirthday: 3 }, day, HOLDERS)
    expect(names(due('2025-02-25').due)).toEqual(['leap'])
    expect(names(due('2024-02-26').due)).toEqual(['leap'])
    expect(due('2025-02-28')).toMatchObject({ occasion: 'birthday|2025-03-03', due: [{ id: 'spring' }] })
  })

  it('some days after the card, in days of Moscow, at ten in the morning', () => {
    const { at, occasion, due } = dueOn({ activation: 'create', daysAfterCreate: 7 }, '2025-03-08', HOLDERS)
    expect([at.toISOString(), occasion]).toEqual(['2025-03-08T07:00:00.000Z', 'create'])
    expect(names(due)).toEqual(['leap', 'unknown'])
  })
})
