import { defineConfig } from 'vitest/config'
import { wordsTogether } from './scripts/words-together.ts'
import { LongestFirst } from './test/longest-first.ts'

/** `npm run test:full` adds the slow proofs; each of them has a quick one beside it that always runs. */
const isFull = process.env.TEST_FULL === '1'

/**
 * One PostgreSQL and one browser for the run, one database a file; two files at once, because the machine that decides
 * has two cores, and a third made it no faster. Files share the modules of their process: loading them anew for each
 * took half of the time.
 */
export default defineConfig({
  plugins: [wordsTogether()],
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'dist/**', 'data/**', ...(isFull ? [] : ['**/*.slow.test.ts'])],
    globalSetup: ['test/postgres.ts', 'test/template.ts', 'test/chromium.ts'],
    // Far above what any test takes: a slow machine is no failure.
    testTimeout: 30 * 60_000,
    hookTimeout: 180 * 60_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    pool: 'forks',
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
  },
})
