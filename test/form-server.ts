/** Serves the sample form as it is built, and keeps the forms that are sent to it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderForm, renderInstall } from '../pages/pages.tsx'
import type { Assets } from '../pages/props.ts'
import { sampleFormPage, sampleInstallPage } from '../pages/sample-form.ts'
import { buildPages } from '../pages/vite.pages.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')
const HTML = 'text/html; charset=utf-8'

export type FormServer = {
  address: string
  /** Forms sent since `reset`. */
  posted: URLSearchParams[]
  /** Answers wait from now on, until `release`. */
  hold(): void
  release(): void
  reset(): void
  close(): void
}

export async function startFormServer(): Promise<FormServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  await buildPages(folder)
  const assets = assetsIn(folder)
  const posted: URLSearchParams[] = []
  let held: (() => void)[] | undefined

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const lang = url.searchParams.get('lang') === 'de' ? 'de' : 'en'
    const answer = (type: string, body: string | Buffer) =>
      void response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
    if (url.pathname.startsWith('/pages/assets/')) {
      const type = url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
      return answer(type, readFileSync(join(folder, 'assets', url.pathname.slice('/pages/assets/'.length))))
    }
    if (request.method !== 'POST') return answer(HTML, renderForm(sampleFormPage(assets, { lang })))
    let body = ''
    for await (const chunk of request) body += String(chunk)
    posted.push(new URLSearchParams(body))
    const install = () => answer(HTML, renderInstall(sampleInstallPage(assets)))
    if (held) held.push(install)
    else install()
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/kava`,
    posted,
    hold: () => {
      held = []
    },
    release: () => {
      for (const answer of held ?? []) answer()
      held = undefined
    },
    reset: () => {
      posted.length = 0
      held = undefined
    },
    close: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function assetsIn(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, 'assets/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  return {
    css: `/pages/assets/${manifest['pages/pages.css']?.file}`,
    js: `/pages/assets/${manifest['pages/form.ts']?.file}`,
  }
}
