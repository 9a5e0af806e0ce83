import { marketplace } from '../contract/reach/marketplace.ts'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

/** A bot that is connected, with texts of its own. */
export async function furnishTelegram(server: TestServer, owner: Person, c: number): Promise<void> {
  const token = server.outside.telegramService.makeBot({ name: 'Coffee', username: `furnished_${c}_bot` })
  const { version } = await owner.send(marketplace.readModule, { params: { c, moduleId: 'telegram' } })
  await owner.send(marketplace.saveModule, {
    params: { c, moduleId: 'telegram' },
    body: { isActive: true, promos: [], version, telegram: { token, greeting: 'Welcome', linkText: 'Our news' } },
  })
}
