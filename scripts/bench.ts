/** `npm run bench`: every bench, one after the other; all ratios are printed together at the end. */
import { run as runApns } from '../bench/apns.ts'
import { run as runClientList } from '../bench/client-list.ts'
import { run as runCrmExchange } from '../bench/crm-exchange.ts'
import { run as runExport } from '../bench/export.ts'
import { run as runFirstLoad } from '../bench/first-load.ts'
import { run as runFormPage } from '../bench/form-page.ts'
import { run as runImport } from '../bench/import.ts'
import { run as runKeys } from '../bench/keys.ts'
import { run as runMillion } from '../bench/million-clients.ts'
import { run as runPageTimings } from '../bench/page-timings.ts'
import { run as runPasses } from '../bench/passes.ts'
import type { BenchReport } from '../bench/report.ts'
import { run as runScrolling } from '../bench/scrolling.ts'
import { run as runSharedRows } from '../bench/shared-rows.ts'
import { build } from './build.ts'

await build()
const reports: BenchReport[] = []
const BENCHES = [
  runPasses,
  runApns,
  runFormPage,
  runImport,
  runKeys,
  runSharedRows,
  runClientList,
  runMillion,
  runExport,
  runCrmExchange,
  runFirstLoad,
  runPageTimings,
  runScrolling,
]
for (const run of BENCHES) {
  const report = await run()
  console.log(`\n${report.name}\n${report.lines.map((line) => `  ${line}`).join('\n')}`)
  reports.push(report)
}
console.log('\nRatios')
for (const { name, value, target, ok } of reports.flatMap((report) => report.ratios)) {
  console.log(
    `  ${value.toFixed(2).padStart(8)}  target ${String(target).padEnd(5)} ${ok ? 'ok    ' : 'MISSED'}  ${name}`,
  )
}
process.exit(0)
