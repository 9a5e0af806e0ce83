/**
 * Modules that need more than the marketplace: one that is turned on is charged for its first day at once, as a plan
 * is, and that of Telegram has a bot.
 */
import { marketplace as contract, type Module, type ModuleInput } from '../../../contract/reach/marketplace.ts'
import { answer, type CabinetCtx, type OutsideCtx } from '../../base/answer.ts'
import { refuseAny } from '../../base/refusal.ts'
import { chargeModules } from '../../business/finance/finance.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { readModule, saveModule } from '../../reach/marketplace/marketplace.ts'
import { keepTelegram, letGo, prepareTelegram, readTelegram, telegramStatus } from '../../reach/telegram/telegram.ts'

type Asked = Pick<CabinetCtx, 'app' | 'db' | 'cabinet' | 'lang'>

async function whole(asked: Asked, moduleId: string): Promise<Module> {
  const module = await readModule(asked, moduleId)
  return { ...module, telegram: module.id === 'telegram' ? await readTelegram(asked.app, asked.db) : null }
}

/** @param more what is saved in the same transaction */
function save(
  { app, cabinet, lang }: OutsideCtx,
  { moduleId, body }: { moduleId: string; body: ModuleInput },
  more: (asked: Asked) => Promise<void> = () => Promise.resolve(),
): Promise<Module> {
  return openForWork(app, cabinet.id, async (db) => {
    const asked = { app, db, cabinet, lang }
    const saved = await saveModule(asked, moduleId, body)
    await more(asked)
    if (saved.isActive) await chargeModules(app, db, false)
    return whole(asked, moduleId)
  })
}

async function saveTelegram(ctx: OutsideCtx, body: ModuleInput): Promise<Module> {
  const { app, cabinet } = ctx
  const { isActive, telegram, promos } = body
  if (telegram === null) throw refuseAny('invalid_input', {}, { telegram: { code: 'required' } })
  if (promos.length > 0) throw refuseAny('invalid_input', {}, { promos: { code: 'too_many', detail: { max: 0 } } })
  const prepared = await prepareTelegram(app, cabinet.id, { isActive, token: telegram.token })
  const saved = await save(ctx, { moduleId: 'telegram', body }, ({ db }) =>
    keepTelegram(app, db, { ...telegram, isActive }, prepared),
  )
  await letGo(app, cabinet.id, prepared, !isActive)
  return saved
}

export const answered = answer(
  { readModule: contract.readModule, saveModule: contract.saveModule, telegramStatus: contract.telegramStatus },
  {
    readModule: (ctx, { params }) => whole(ctx, params.moduleId),
    saveModule: (ctx, { params: { moduleId }, body }) =>
      moduleId === 'telegram' ? saveTelegram(ctx, body) : save(ctx, { moduleId, body }),
    telegramStatus: ({ app, cabinet }) => telegramStatus(app, cabinet.id),
  },
)
