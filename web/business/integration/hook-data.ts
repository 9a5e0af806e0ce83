/** The address to which changed clients are sent. Not in `data.ts`, which pages of clients load too. */
import { hooks } from '../../../contract/business/hooks.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

const LOOK_EVERY_MS = 30_000
const OF_HOOK = [hooks.readHook]

export const useHook = (c: number) => useRead(hooks.readHook, { params: { c } }, { everyMs: LOOK_EVERY_MS })
export const useConnectHook = (form: ErrorForm) => useWrite(hooks.connectHook, { refresh: OF_HOOK, form })
export const useRestartHook = () => useWrite(hooks.restartHook, { refresh: OF_HOOK })
export const useRemoveHook = (done: string) => useWrite(hooks.removeHook, { refresh: OF_HOOK, done })
