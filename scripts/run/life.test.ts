import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { clearProcesses, dataFolder, startProgram } from '../../test/processes.ts'

afterAll(clearProcesses)

const BEGIN = pathToFileURL(join(import.meta.dirname, 'begin.ts')).href

test.each([
  ['an error that nothing catches', `setTimeout(() => { throw new Error('lost line') })`],
  ['a promise that nobody awaits', `void Promise.reject(new Error('lost line'))`],
])('%s is logged, and the process closes what it has opened before it ends', async (_, fault) => {
  const program = `
    import { begin } from ${JSON.stringify(BEGIN)}
    await begin(async (env, life) => {
      const open = setInterval(() => {}, 1000)
      life.onEnd(async () => { clearInterval(open); console.log('closed in order') })
      ${fault}
    })`
  const one = startProgram(['--input-type=module', '-e', program], { DATA_DIR: dataFolder(), LOG_LEVEL: 'warn' })
  expect(await one.exited).toBe(1)
  const lines = one.output().split('\n')
  const logged = JSON.parse(lines.find((line) => line.startsWith('{')) ?? '{}') as Record<string, string>
  expect(logged).toMatchObject({ level: 60, msg: 'an error was not caught' })
  expect(logged.error).toContain('lost line')
  expect(one.output()).toContain('closed in order')
})
