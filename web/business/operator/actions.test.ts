import { describe, expect, it } from 'vitest'
import { ALL_ROOMS } from '../../../contract/all.ts'
import type { Call } from '../../../contract/call.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { wordsOf } from '../../../words/say.ts'
import { findActions, groupActions } from './actions.ts'

const { rooms: titles, ...sentences } = wordsOf('en').actions
const writing = Object.entries(ALL_ROOMS).flatMap(([room, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([name, one]) =>
    one.writes ? [`${room}.${name}`] : [],
  ),
)
const shown = new Map(
  Object.entries(sentences).flatMap(([room, of]) =>
    Object.entries(of).map(([name, sentence]) => [`${room}.${name}`, sentence]),
  ),
)

describe('the texts of actions', () => {
  it('exist for every call that leaves a row in the log, and for no other', () => {
    expect(writing.length).toBeGreaterThan(100)
    expect([...shown.keys()].sort()).toEqual(writing.toSorted())
    expect(Object.keys(titles).sort()).toEqual(Object.keys(ALL_ROOMS).sort())
  })

  it.each(LANGUAGES)('are all different in %s', (lang) => {
    const { rooms, ...rest } = wordsOf(lang).actions
    const all = Object.values(rest).flatMap((of) => Object.values(of))
    expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([])
    expect(new Set(Object.values(rooms)).size).toBe(Object.keys(rooms).length)
  })
})

describe('the choice of an action', () => {
  const words = new Map([
    ['clients.saveClient', 'Клиент сохранён'],
    ['clients.sendMessage', 'Сообщение клиенту отправлено'],
    ['access.removePerson', 'Доступ удалён'],
  ])
  const texts = {
    sentenceOf: (call: string) => words.get(call),
    titleOf: (room: string) => (room === 'access' ? 'Доступы' : 'Клиенты'),
    compare: new Intl.Collator('ru').compare,
  }
  const groups = groupActions(
    ['access.removePerson', 'clients.sendMessage', 'clients.saveClient', 'clients.forget'],
    texts,
  )
  const found = (text: string) => findActions(groups, text).flatMap(({ items }) => items.map(({ value }) => value))

  it('is sorted by room and text in the reader’s language; a call without a text shows its name', () => {
    expect(groups).toEqual([
      { group: 'Доступы', items: [{ value: 'access.removePerson', label: 'Доступ удалён' }] },
      {
        group: 'Клиенты',
        items: [
          { value: 'clients.saveClient', label: 'Клиент сохранён' },
          { value: 'clients.sendMessage', label: 'Сообщение клиенту отправлено' },
          { value: 'clients.forget', label: 'clients.forget' },
        ],
      },
    ])
  })

  it.each([
    ['', ['access.removePerson', 'clients.saveClient', 'clients.sendMessage', 'clients.forget']],
    [' СОХРАН', ['clients.saveClient']],
    ['sendmess', ['clients.sendMessage']],
    ['клиенты', ['clients.saveClient', 'clients.sendMessage', 'clients.forget']],
    ['nothing', []],
  ])('finds “%s” in texts, names and rooms', (text, calls) => {
    expect(found(text)).toEqual(calls)
  })
})
