import { codes as contract } from '../../../contract/platform/codes.ts'
import { PHONE_CODE } from '../../../contract/limits.ts'
import { answer } from '../../base/answer.ts'
import { refuseAny, refuseLimited } from '../../base/refusal.ts'
import { openCabinet, setPhone } from '../cabinets/cabinets.ts'
import { askPassword } from '../users/step-up.ts'
import { readPhone, sendCode, takeCode } from './codes.ts'

export const answered = answer(contract, {
  async sendCode(ctx, { body }) {
    // The path names no cabinet, so the HTTP edge checks none: the same checks are made here.
    await openCabinet(ctx.app, ctx.user, body.cabinetId, async (cabinet) => {
      if (cabinet.role !== 'owner') throw refuseAny('not_found')
      refuseLimited(cabinet)
    })
    const phone = readPhone(body.phone)
    await askPassword(ctx.app, ctx.user, body.password)
    const { nextInSeconds } = await sendCode(
      ctx.app,
      { cabinetId: body.cabinetId, userId: ctx.user.userId, purpose: body.codeType, phone },
      ctx,
    )
    return { phone, nextInSeconds, validSeconds: PHONE_CODE.ttlMs / 1000 }
  },
  async savePhone(ctx, { body }) {
    const phone = readPhone(body.phone)
    await takeCode(ctx.app, ctx.db, { userId: ctx.user.userId, purpose: 'cabinet_phone', phone }, body.code)
    await setPhone(ctx.db, phone)
    return { phone }
  },
})
