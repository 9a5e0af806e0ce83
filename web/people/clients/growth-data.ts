/** Calls of the growth chart. */
import { growth, GROWTH_DAYS, GROWTH_STEPS } from '../../../contract/people/growth.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { FIGURES } from './growth-figures.ts'

/** What the address says of the chart; invalid parts are ignored. */
export function choiceOf(search: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return {
    figure: FIGURES.find((one) => one === search.figure) ?? ('issued' as const),
    query: {
      days: GROWTH_DAYS.find((one) => one === String(search.days)) ?? ('30' as const),
      step: GROWTH_STEPS.find((one) => one === search.step),
      form: text('form'),
      template: text('template'),
      source: text('source'),
      link: text('link'),
    },
  }
}
export type GrowthChoice = ReturnType<typeof choiceOf>

export function useGrowth(c: number, query: GrowthChoice['query']) {
  return useRead(growth.readGrowth, { params: { c }, query }, { keepRows: true })
}

export function useDownloadGrowth() {
  return useWrite(growth.downloadGrowth, { onDone: keepFile })
}
