/** The work of imports, with the cards of their clients and the CRM. */
import { clientsInCrm, crmOfImport, keepFromCrm } from '../../business/integration/integration.ts'
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
}
export const importJobs: ImportJobs = {
  check: checkImportWith(doors),
  run: runImportWith(doors),
  undo: undoImportWith(doors),
}
