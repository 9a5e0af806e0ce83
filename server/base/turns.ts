/** Turns: so many pieces of work of one key run at the same time; the others wait in order, and give up in the end. */

export type Turns = <T>(key: number, work: () => Promise<T>) => Promise<T>

type Queue = { running: number; waiting: (() => void)[] }

/** @param refuse makes the error of work that has waited in vain */
export function openTurns(atOnce: number, waitMs: number, refuse: () => Error): Turns {
  const queues = new Map<number, Queue>()

  function wait(queue: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(go), 1)
        reject(refuse())
      }, waitMs)
      queue.waiting.push(go)
    })
  }

  /** Hands the turn on, so that nobody who comes later gets in between. */
  function leave(key: number, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.running--
    if (queue.running === 0) queues.delete(key)
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < atOnce) queue.running++
    else await wait(queue)
    try {
      return await work()
    } finally {
      leave(key, queue)
    }
  }
}
