/** Calls of the marketplace: the gallery, one module, its switch and its promo codes. */
import { useTranslation } from 'react-i18next'
import { PROMO_MODULES } from '../../../contract/limits.ts'
import { marketplace, type Module, type ModuleInput, type PromoInput } from '../../../contract/reach/marketplace.ts'
import type { TelegramInput } from '../../../contract/reach/telegram.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey, fetchNewest, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

/** One of promo codes or offers. */
export type PromoModule = Module & { id: (typeof PROMO_MODULES)[number] }
export const isOfPromos = (module: Module): module is PromoModule => PROMO_MODULES.some((id) => id === module.id)

export function useModules(c: number) {
  return useRead(marketplace.listModules, { params: { c } })
}

export function useModule(c: number, moduleId: string) {
  return useRead(marketplace.readModule, { params: { c, moduleId } })
}

/** A module without the figures of the server. */
export function inputOf(module: Module): ModuleInput {
  return {
    isActive: module.isActive,
    version: module.version,
    telegram: module.telegram && {
      token: '',
      greeting: module.telegram.greeting,
      linkText: module.telegram.linkText,
    },
    promos: module.promos.map(({ state: _state, used: _used, ...promo }) => promo),
  }
}

type OnRefused = (refused: Refused) => boolean

const oneOf = (c: number, moduleId: string) => ({ params: { c, moduleId } })

/** @param onRefused returns true when the refusal is shown in its place */
export function useWriteModule(c: number, moduleId: string, onRefused?: OnRefused) {
  return useWrite(marketplace.saveModule, {
    refresh: [marketplace.listModules, marketplace.telegramStatus],
    ...(onRefused && { onRefused }),
    onDone: (saved) => queryClient.setQueryData(readKey(marketplace.readModule, oneOf(c, moduleId)), saved),
  })
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, moduleId: string): Promise<Module> {
  return fetchNewest(marketplace.readModule, oneOf(c, moduleId))
}

/**
 * Saves one change (the switch, a removed row) over the module as the server has it now: a colleague's other codes
 * stay.
 */
export function useSaveModule(c: number, module: Module) {
  const write = useWriteModule(c, module.id)
  const save = async (change: (input: ModuleInput) => ModuleInput): Promise<Module | undefined> => {
    const newest = await readNewest(c, module.id).catch(() => module)
    return write.ask({ ...oneOf(c, module.id), body: change(inputOf(newest)) })
  }
  return { save, isBusy: write.isBusy }
}

/** Asks Telegram, which may take a moment. */
export function useTelegramStatus(c: number) {
  return useRead(marketplace.telegramStatus, { params: { c } })
}

/** Saves the bot and its texts over the module as the server has it now. */
export function useSaveTelegram(c: number, module: Module, form: ErrorForm) {
  const { t } = useTranslation()
  const write = useWrite(marketplace.saveModule, {
    form,
    rename: { 'telegram.token': 'token', 'telegram.greeting': 'greeting', 'telegram.linkText': 'linkText' },
    done: t('marketplace.telegram.saved'),
    refresh: [marketplace.listModules, marketplace.telegramStatus],
    onDone: (saved) => queryClient.setQueryData(readKey(marketplace.readModule, oneOf(c, module.id)), saved),
  })
  const send = async (telegram: TelegramInput): Promise<Module | undefined> => {
    const newest = await readNewest(c, module.id).catch(() => module)
    return write.ask({ ...oneOf(c, module.id), body: { ...inputOf(newest), telegram } })
  }
  return { send, isBusy: write.isBusy }
}

/** The name of a row in sentences. */
export function usePromoName(): (
  promo: Pick<PromoInput, 'code' | 'startsOn'>,
  moduleId: Module['id'],
  date: string,
) => string {
  const { t } = useTranslation()
  return (promo, moduleId, date) =>
    moduleId === 'referral' ? t('marketplace.promos.offer', { date }) : promo.code || t('marketplace.promos.everyone')
}
