/** What is asked of the database, statement by statement, and how often somebody waited for its answers. */
import pg from 'pg'
import { usedClient } from './postgres.ts'

export type Asked = {
  /** In the order in which they were sent. */
  texts: readonly string[]
  /** The longest row of statements of which each was sent after the answer to the one before. */
  trips: number
  /** The same of the statements of one transaction, its commit included: `begin` up to `commit`. */
  tripsOf(from: number, to: number): number
}

type Sent = { text: string; after: number }

let sent: Sent[] | undefined
let answered = 0

class Watched extends pg.Client {
  constructor(...given: ConstructorParameters<typeof pg.Client>) {
    super(...given)
    // The queue looks after itself now and then: nobody waits for that.
    if (this.user?.endsWith('_worker')) return
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown
    const watched = (...asked: unknown[]) => {
      const [text] = asked as [string | { text: string }]
      const own = {
        text: (typeof text === 'string' ? text : text.text).replaceAll(/\s+/g, ' ').trim(),
        after: answered,
      }
      const list = sent
      list?.push(own)
      const answer = ask(...asked)
      const note = () => {
        if (list === sent) answered = Math.max(answered, own.after + 1)
      }
      if (answer instanceof Promise) answer.then(note, note)
      return answer
    }
    this.query = watched as typeof this.query
  }
}

/** Servers that a test file starts from here on ask through a client that is watched. @returns ends it */
export function watchTrips(): () => void {
  usedClient.Client = Watched
  return () => {
    delete usedClient.Client
  }
}

/** Nothing else may ask meanwhile. */
export async function tripsIn(work: () => Promise<unknown>): Promise<Asked> {
  const own: Sent[] = []
  sent = own
  answered = 0
  try {
    await work()
  } finally {
    sent = undefined
  }
  const tripsOf = (from: number, to: number) => new Set(own.slice(from, to).map(({ after }) => after)).size
  return { texts: own.map(({ text }) => text), trips: tripsOf(0, own.length), tripsOf }
}
