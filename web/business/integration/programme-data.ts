/** Points for purchases. Not in `data.ts`, which pages of clients load too. */
import { purchases } from '../../../contract/reach/purchases.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

export const useProgramme = (c: number) => useRead(purchases.readProgramme, { params: { c } })
export const useSaveProgramme = (done: string, form: ErrorForm) =>
  useWrite(purchases.saveProgramme, { refresh: [purchases.readProgramme], done, form })
