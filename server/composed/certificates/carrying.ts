/** Replaced certificates that still sign cards on iPhones. */
import type { CabinetDb } from '../../base/db.ts'
import { type ReplacedCertificate, replacedCertificates } from '../../cards/certificates/certificates.ts'
import { countPassesSigned } from '../../reach/passes/passes.ts'

export type Carrying = ReplacedCertificate & { cards: number }

export async function carryingCertificates(db: CabinetDb): Promise<Carrying[]> {
  const replaced = await replacedCertificates(db)
  const counts = await countPassesSigned(
    db,
    replaced.map((one) => one.id),
  )
  return replaced.flatMap((one) => {
    const cards = counts.get(one.id) ?? 0
    return cards === 0 ? [] : [{ ...one, cards }]
  })
}
