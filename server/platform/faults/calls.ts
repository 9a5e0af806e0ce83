/** Logs what failed in a browser, beside the faults of the server. */
import { faults as contract } from '../../../contract/platform/faults.ts'
import { answer } from '../../base/answer.ts'
import { refuseAny } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { withoutSecrets } from './without-secrets.ts'

/** From one address: by then a page that fails in a loop is reported often enough. */
const REPORTS = { max: 30, windowMs: 60 * 60_000 }

export const answered = answer(contract, {
  async reportFault({ app, ip, userAgent, requestId }, { body }) {
    if ((await countTry(app.database.counters, `fault|ip|${ip}`, REPORTS, app.clock.now())) > 0)
      throw refuseAny('too_many_requests')
    const { message, stack, page, version } = body
    app.log.error(
      {
        requestId,
        userAgent: userAgent.slice(0, 300),
        version,
        page: withoutSecrets(page),
        fault: withoutSecrets(message),
        stack: withoutSecrets(stack),
      },
      'a page failed in a browser',
    )
    return {}
  },
})
