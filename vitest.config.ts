import { defineConfig } from 'vitest/config'

/**
 * One PostgreSQL for the run, one database a file; two files at once, because the machine that decides has two cores.
 */
export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    globalSetup: ['test/postgres.ts', 'test/template.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
})
