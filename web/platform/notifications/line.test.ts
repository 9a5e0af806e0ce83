import { describe, expect, it } from 'vitest'
import { eventsIn, waitMs } from './line.ts'

describe('events of the live connection', () => {
  it.each([
    ['nothing yet', '', [], ''],
    ['a sign of life', ': \n\n', [], ''],
    ['news', 'event: news\ndata: {}\n\n', ['news'], ''],
    [
      'two at once and the beginning of a third',
      'event: news\ndata: {}\n\n: \n\nevent: end\ndata: {}\n\nevent: ne',
      ['news', 'end'],
      'event: ne',
    ],
    ['an event torn in the middle of its end', 'event: news\ndata: {}\n', [], 'event: news\ndata: {}\n'],
    ['line ends of another system', 'event: news\r\ndata: {}\r\n\r\n', ['news'], ''],
  ])('%s', (_, text, names, rest) => {
    expect(eventsIn(text)).toEqual({ names, rest })
  })

  it('are the same however the text is split', () => {
    const text = ': \n\nevent: news\ndata: {}\n\n: \n\nevent: end\ndata: {}\n\n'
    for (let cut = 0; cut <= text.length; cut++) {
      const first = eventsIn(text.slice(0, cut))
      expect([...first.names, ...eventsIn(first.rest + text.slice(cut)).names]).toEqual(['news', 'end'])
    }
  })
})

it('retries wait longer each time, up to a minute, with jitter', () => {
  expect([0, 1, 2, 5, 6, 20].map((tries) => waitMs(tries, 1))).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  expect(waitMs(3, 0)).toBe(4000)
})
