/** A page as a separate chunk, shown when it and the words of its rooms have loaded. */
import { lazyRouteComponent } from '@tanstack/react-router'
import i18next from 'i18next'
import { isCutOff } from './connection.ts'
import { NO_CONNECTION, Refused } from './refused.ts'
import { type LaterRoom, withWords } from './words.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export const lazyPage = <Page extends Record<string, any>, Name extends keyof Page & string>(
  load: () => Promise<Page>,
  name: Name,
  ...rooms: LaterRoom[]
) => lazyRouteComponent(orCutOff(withWords(load, ...rooms)), name)

/** Without a connection a page that was not opened before cannot be loaded: that is no fault of ours, nor a crash. */
const orCutOff =
  <Page>(load: () => Promise<Page>) =>
  async (): Promise<Page> => {
    try {
      return await load()
    } catch (error) {
      if (!(await isCutOff())) throw error
      throw new Refused(0, { code: NO_CONNECTION, message: i18next.t('common.faults.noConnection') })
    }
  }
