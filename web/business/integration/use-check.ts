/** Checks an access step by step until one of them fails. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integration } from '../../../contract/business/integration.ts'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { send } from '../../base/send.ts'
import type { Choices } from './access-fields.tsx'

export const ROWS = ['server', 'ssl', 'login', 'program'] as const
export type Row = (typeof ROWS)[number]
export type RowState = 'waiting' | 'busy' | 'done' | 'failed'
type States = Readonly<Record<Row, RowState>>

const START: States = { server: 'waiting', ssl: 'waiting', login: 'waiting', program: 'waiting' }
/** A server with a wrong certificate has answered all the same. */
const SSL_CODES = ['crm_no_ssl', 'crm_ssl_unverifiable']

export function useCheck(c: number, type: string) {
  const { t } = useTranslation()
  const [states, setStates] = useState<States>(START)
  const [choices, setChoices] = useState<Choices>({})
  const [refused, setRefused] = useState<Refused | null>(null)
  const turn = useRef(0)

  /**
   * @returns the refusal or null, and possible values of the fields; undefined when a newer check has started
   * meanwhile
   */
  async function run(
    settings: Readonly<Record<string, string>>,
  ): Promise<{ refused: Refused | null; choices: Choices } | undefined> {
    const mine = ++turn.current
    const show = (change: Partial<States>) => {
      if (mine === turn.current) setStates((before) => ({ ...before, ...change }))
    }
    let known: Choices = {}
    setRefused(null)
    setStates({ ...START, server: 'busy' })
    for (const step of ['server', 'login', 'program'] as const) {
      show({ [step]: 'busy' })
      try {
        const reply = await send(integration.checkIntegration, { params: { c }, body: { type, settings, step } })
        if (mine !== turn.current) return undefined
        if (step === 'login') setChoices((known = reply.choices))
        show(step === 'server' ? { server: 'done', ssl: 'done' } : { [step]: 'done' })
      } catch (error) {
        if (mine !== turn.current) return undefined
        const found = refusedOf(error, t('refusals.codes.server_error'))
        show(SSL_CODES.includes(found.code) ? { server: 'done', ssl: 'failed' } : { [step]: 'failed' })
        setRefused(found)
        return { refused: found, choices: known }
      }
    }
    return { refused: null, choices: known }
  }

  return { states, choices, refused, run }
}
