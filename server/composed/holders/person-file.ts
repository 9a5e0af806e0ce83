/** The data of one client as a file: JSON for programs, PDF for people. */
import { cardNumberText } from '../../../card/values.ts'
import type { Binary } from '../../../contract/binary.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { personData } from './person-data.ts'
import { personPages } from './person-pages.ts'
import { writePdf } from './write-pdf.ts'

/** @throws Refusal client_not_found */
export async function exportPerson(ctx: CabinetCtx, id: string, format: 'json' | 'pdf'): Promise<Binary> {
  const data = await personData(ctx, id)
  const name = `client-${cardNumberText(data.client.cardNumber)}.${format}`
  if (format === 'json')
    return { bytes: Buffer.from(`${JSON.stringify(data, null, 2)}\n`), type: 'application/json; charset=utf-8', name }
  return {
    bytes: await writePdf(personPages(data, ctx.lang, await pointsStyle(ctx.db)), ctx.lang),
    type: 'application/pdf',
    name,
  }
}
