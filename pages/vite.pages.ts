/** Builds the public pages: style sheet and script with hashed names, and the renderer as one file for the server. */
import { relative, resolve } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const ASSETS_BASE = '/pages/assets/'

/** The server that renders a page has the words already, and reads them from their files. */
const wordsOfTheServer = (outDir: string): Plugin => ({
  name: 'words-of-the-server',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('/words/say.ts') ? { id: relative(outDir, resolve(ROOT, 'words/say.ts')), external: true } : null,
})

/**
 * @param outDir gets `assets/` (served under `/pages/assets/`, with its manifest) and `pages.js` (with React and the
 * names of the assets)
 */
export async function buildPages(outDir: string = resolve(ROOT, 'dist/pages')): Promise<void> {
  const shared: InlineConfig = {
    root: ROOT,
    configFile: false,
    publicDir: false,
    mode: 'production',
    logLevel: 'warn',
    // Explicit: a build started with another NODE_ENV would contain React for development, six times slower.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
  }
  const built = await build({
    ...shared,
    base: ASSETS_BASE,
    build: {
      outDir: resolve(outDir, 'assets'),
      emptyOutDir: true,
      assetsDir: '',
      manifest: 'manifest.json',
      modulePreload: false,
      target: ['es2022', 'safari16', 'chrome111', 'firefox113'],
      rolldownOptions: {
        input: {
          form: resolve(ROOT, 'pages/form.ts'),
          proof: resolve(ROOT, 'pages/proof.ts'),
          phones: resolve(ROOT, 'pages/test-phones.ts'),
          pages: resolve(ROOT, 'pages/pages.css'),
        },
      },
    },
  })
  const files = (Array.isArray(built) ? built : [built as Rolldown.RolldownOutput]).flatMap((one) =>
    one.output.map((file) => file.fileName),
  )
  const addressOf = (start: string, end: string) => {
    const name = files.find((file) => file.startsWith(start) && file.endsWith(end))
    if (name === undefined) throw new Error(`the build of the pages made no ${start}*${end}`)
    return ASSETS_BASE + name
  }
  await build({
    ...shared,
    define: {
      ...shared.define,
      BUILT_ASSETS: JSON.stringify({
        css: addressOf('pages-', '.css'),
        js: addressOf('form-', '.js'),
        proof: addressOf('proof-', '.js'),
        phones: addressOf('phones-', '.js'),
      }),
    },
    ssr: { noExternal: true, target: 'node' },
    plugins: [wordsOfTheServer(outDir)],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'node22',
      minify: true,
      ssr: resolve(ROOT, 'pages/pages.tsx'),
      rolldownOptions: { output: { entryFileNames: 'pages.js' } },
    },
  })
}
