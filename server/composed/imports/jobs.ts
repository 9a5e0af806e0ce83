/** The work of imports, with the cards of their clients and the CRM. */
import {
  bringToDesk,
  clientsInCrm,
  crmOfImport,
  keepFromCrm,
  leaveToExchange,
  linkedInCrm,
  linkImported,
  meetingOf,
} from '../../business/integration/integration.ts'
import { keepPreorders } from '../../reach/preorders/preorders.ts'
import {
  checkImportWith,
  type ImportDoors,
  type ImportJobs,
  runImportWith,
  undoImportWith,
} from '../../people/imports/imports.ts'
import { addImported, changeImported, removeImported } from '../../reach/holders/holders.ts'

export const doors: ImportDoors = {
  addImported,
  changeImported,
  removeImported,
  crmOf: crmOfImport,
  clientsInCrm,
  keepFromCrm,
  linkedInCrm,
  linkImported,
  leaveToExchange,
  bringToDesk,
  keepPreorders,
  meetingOf,
}
export const importJobs: ImportJobs = {
  check: checkImportWith(doors),
  run: runImportWith(doors),
  undo: undoImportWith(doors),
}
