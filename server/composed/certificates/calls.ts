/** The certificates of a cabinet with the cards that each signs; issued cards move to the newest of their pass type. */
import { type AppleCertificate, certificates as contract } from '../../../contract/cards/certificates.ts'
import type { App } from '../../base/app.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as certificates from '../../cards/certificates/certificates.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import { changeCertificate, countCardsOf, lockCertificateChanges } from '../../reach/passes/passes.ts'
import { carryingCertificates } from './carrying.ts'

const moveCards =
  (app: App, db: CabinetDb): Parameters<typeof certificates.activateApple>[2] =>
  (from, toId) =>
    changeCertificate(app, db, from, toId)

type Own = Awaited<ReturnType<typeof certificates.readApple>>
const whole = async (db: CabinetDb, own: Own): Promise<AppleCertificate> => ({
  ...own,
  testCards: await countCardsOf(db, await certificates.testCertificates(db), await certificates.realCertificates(db)),
  carrying: (await carryingCertificates(db)).map(({ id: _id, ...shown }) => shown),
})

export const answered = answer(contract, {
  readApple: async ({ app, db }) => whole(db, await certificates.readApple(app, db)),
  uploadApple: async ({ app, db }, { body, file }) =>
    whole(db, await certificates.uploadApple(app, db, file.bytes, body.password)),
  uploadIssued: async ({ app, db }, { file }) => whole(db, await certificates.uploadIssued(app, db, file.bytes)),
  makeRequest: async ({ app, db }) => whole(db, await certificates.makeRequest(app, db)),
  async deleteRequest({ app, db, user }, { params, body }) {
    await requirePassword(app, db.tx, user, body.password)
    return whole(db, await certificates.deleteRequest(app, db, params.id))
  },
  async activateApple({ app, db }) {
    await lockCertificateChanges(db)
    return whole(db, await certificates.activateApple(app, db, moveCards(app, db)))
  },
  async activateTest({ app, db }) {
    await lockCertificateChanges(db)
    return whole(db, await certificates.activateTest(app, db, moveCards(app, db)))
  },
  async removePassType({ app, db, user }, { body }) {
    await requirePassword(app, db.tx, user, body.password)
    return whole(db, await certificates.removePassType(app, db))
  },
})
