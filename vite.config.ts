/** Builds what a browser loads: the cabinet and the test phone as one client, the public pages beside them. */
import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiDocumentLeftOut } from './scripts/without-api-document.ts'
import { wordsTogether } from './scripts/words-together.ts'

const root = import.meta.dirname
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }

const LATER =
  'Combobox|Select|NativeSelect|Pagination|Checkbox|Radio|Table|Collapse|Modal|' +
  'ModalBase|Drawer|Menu|Popover|Tooltip|ScrollArea|@floating-ui|InlineInput|InputsGroupFieldset|use-pagination|' +
  'use-collapse|react-remove-scroll|use-sidecar'
const CONTROLS = new RegExp(`/node_modules/(?:.*/)?(?:${LATER})/`)
/** What every page needs, with all that it imports; a login has no frame, so what both show is named here. */
const START = /\/web\/(?:app\.tsx|routes\.ts|base\/leave\.tsx|parts\/late-over\.tsx|shell\/logo\.tsx)$/
const FIRST_LIBRARY = new RegExp(`/node_modules/(?!(?:.*/)?(?:${LATER})/)`)

export default defineConfig({
  root,
  publicDir: 'web/public',
  plugins: [react(), wordsTogether(), apiDocumentLeftOut()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    // Fonts and pictures are files: the page's policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        cabinet: 'web/index.html',
        ...(existsSync(`${root}/phone/phone.html`) && { phone: 'phone/phone.html' }),
      },
      // What most pages need comes in a few large chunks; a hundred small ones would queue behind each other. The
      // counts are those with the smallest first load (bench/first-load.ts): lower ones bring what only tables and
      // editors need. Select and its like are in nearly every page but the first: they come behind it, in one file
      // (web/base/controls-ahead.ts).
      output: {
        // The first file names all the others, and of these names a hash is what does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
            { name: 'library', test: FIRST_LIBRARY, minShareCount: 36, priority: 3 },
            // The first page has one of these, and nothing else of the controls.
            { name: 'segmented', test: /\/(?:SegmentedControl|FloatingIndicator)\//, priority: 3.5 },
            { name: 'controls', test: CONTROLS, priority: 2.5 },
            { name: 'ground', test: /\/(?:web\/(?:base|parts)|contract|words)\//, minShareCount: 46, priority: 2 },
            // What a start, the frame around a page, and the settings need besides: a browser asks for six files at a
            // time, and for the fifty small ones it would wait longer than for all their bytes.
            { name: 'start', test: START, priority: 1.5 },
            { name: 'frame', test: /\/web\/shell\/frames\.tsx$/, priority: 1 },
            { name: 'settings', test: /\/web\/platform\/settings\/frame\.tsx$/, priority: 0.5 },
          ],
        },
      },
    },
  },
})
