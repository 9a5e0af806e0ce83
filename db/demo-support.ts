import type { App } from '../server/base/app.ts'
import type { SignedIn } from '../server/base/answer.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { answerInbox } from '../server/platform/support/inbox.ts'
import { ask, listConversations } from '../server/platform/support/support.ts'

/** One question is answered, where there is an operator; one is waiting. */
export async function askSupport(
  app: App,
  user: SignedIn,
  domain: string,
  operator: SignedIn | undefined,
): Promise<void> {
  if ((await listConversations(app, user, { page: 1, limit: 1 })).meta.total > 0) return
  const cabinet = (await cabinets.readMenu(app, user)).recent.find((one) => one.domain === domain)?.id
  const first = await ask(app, user, {
    cabinet,
    topic: 'question',
    route: '/coffee-lab/form',
    text: 'Can I print a form’s poster in A3? The print shop needs a PDF.',
  })
  if (operator)
    await answerInbox(
      app,
      operator.userId,
      first.id,
      'Yes: open the poster, print it to a PDF and choose A3. It’s a vector drawing, so it stays sharp.',
    )
  await ask(app, user, {
    cabinet,
    topic: 'money',
    route: '/coffee-lab',
    text: 'We’re opening a second shop in spring. Should we add another business or more cards to this one?',
  })
}
