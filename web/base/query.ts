/** Reads of the server: the query client and one hook for any call of the contract. */
import { keepPreviousData, QueryClient, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Call, ReplyOf, SendInputOf } from '../../contract/call.ts'
import { isCutOffNow, onBackOnline } from './connection.ts'
import { NO_CONNECTION, Refused } from './refused.ts'
import { send, type SendArgs, wantFresh } from './send.ts'
import { onLanguage } from './words.ts'

const STALE_MS = 15_000

/** A refusal is final; only a lost connection or a busy server is worth another try. */
function isWorthRetrying(tries: number, error: unknown): boolean {
  const isPassing =
    !(error instanceof Refused) || error.code === NO_CONNECTION || error.status === 502 || error.status === 503
  // While the connection is gone, it is asked again when it comes back.
  return isPassing && tries < 2 && !isCutOffNow()
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: STALE_MS, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Some answers contain sentences.
onLanguage(() => void queryClient.invalidateQueries())
onBackOnline(() => void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' }))

/** Key of a read. Without an input it is the key of every read of that call. */
export function readKey<C extends Call>(one: C, input?: SendInputOf<C>): readonly unknown[] {
  return input === undefined ? [one.path] : [one.path, input]
}

export function readOptions<C extends Call>(one: C, input: SendInputOf<C>) {
  return queryOptions<ReplyOf<C>, Refused>({
    queryKey: readKey(one, input),
    queryFn: ({ signal }) => send(one, ...([input, signal] as SendArgs<C>)),
  })
}

/** Bypasses the cache, for instance to resolve a version conflict, and stores the answer in it. */
export async function fetchNewest<C extends Call>(one: C, input: SendInputOf<C>): Promise<ReplyOf<C>> {
  const reply = await send(one, ...([input] as unknown as SendArgs<C>))
  queryClient.setQueryData(readKey(one, input), reply)
  return reply
}

type ReadOptions<R> = {
  /** The rows of the previous page stay while the next one loads (`isPlaceholderData` is true until then). */
  keepRows?: boolean
  /** Repeats the read at this interval; false stops. */
  everyMs?: number | false | ((reply: R | undefined) => number | false)
}

/** @param input null: nothing is read yet */
export function useRead<C extends Call>(
  one: C,
  input: SendInputOf<C> | null,
  options: ReadOptions<ReplyOf<C>> = {},
): UseQueryResult<ReplyOf<C>, Refused> {
  const { everyMs } = options
  return useQuery<ReplyOf<C>, Refused>({
    ...readOptions(one, (input ?? {}) as SendInputOf<C>),
    enabled: input !== null,
    ...(options.keepRows && { placeholderData: keepPreviousData as never }),
    ...(everyMs !== undefined && {
      refetchInterval:
        typeof everyMs === 'function'
          ? (query: { state: { data: unknown } }) => everyMs(query.state.data as ReplyOf<C> | undefined)
          : everyMs,
    }),
  })
}

/** The reads of these calls are asked again: immediately where they are on screen, else when they are needed. */
export async function refresh(...calls: readonly Call[]): Promise<void> {
  wantFresh()
  await Promise.all(calls.map((one) => queryClient.invalidateQueries({ queryKey: [one.path] })))
}
