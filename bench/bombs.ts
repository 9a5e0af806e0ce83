/** Workbooks that are made to harm, for `lag.ts`: run as a thread, it posts them. */
import { parentPort } from 'node:worker_threads'
import { IMPORT_LIMITS } from '../contract/limits.ts'
import { makeZip } from '../test/make-zip.ts'
import { workbook, workbookParts } from '../test/workbooks.ts'

parentPort?.postMessage([
  makeZip(workbookParts(' '.repeat(IMPORT_LIMITS.unpackedBytes + 1)), true),
  makeZip(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x${n}`, '']))),
  makeZip(workbookParts('<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet/>')),
  workbook([['tel'], ['1']]).subarray(0, 400),
])
