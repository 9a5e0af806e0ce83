/**
 * One JSON line an event, with the number of the request that it belongs to. Tokens, passwords and keys never reach it:
 * see `redact`.
 */
import { type DestinationStream, pino, type Logger } from 'pino'
import { namesOfContext } from './watch/context.ts'

export type Log = Logger

/**
 * @param level one of debug, info, warn, error, silent
 * @param to takes the lines; the standard output when left out
 */
export function openLog(level: string, to?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: namesOfContext,
      redact: {
        paths: [
          'password',
          'token',
          'privateKeyPem',
          '*.password',
          '*.token',
          '*.privateKeyPem',
          'headers.authorization',
        ],
        censor: '[secret]',
      },
    },
    to,
  )
}
