/**
 * Proof of work for the code that a form will send: fetches a challenge, has it solved in a worker while the person
 * types, and posts the solution. Where that cannot be done the form is sent without it, as from a browser without a
 * script.
 */

/** A little sooner than on the server, so that nothing expires on its way. */
const FRESH_MS = 9 * 60_000
const PATIENCE_MS = 10_000
/** Most codes arrive before anybody asks for another. */
const SECOND_CODE_MS = 30_000

type Challenge = { parameters: object; signature: string }

function solve(challenge: Challenge): Promise<object> {
  const worker = new Worker(new URL('./solver.ts', import.meta.url))
  return new Promise<object>((done, fail) => {
    worker.addEventListener('message', ({ data }: MessageEvent<object | null>) =>
      data ? done(data) : fail(new Error('not solved')),
    )
    worker.addEventListener('error', fail)
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

async function work(input: HTMLInputElement): Promise<void> {
  const response = await fetch(input.dataset.proof ?? '', { cache: 'no-store' })
  if (!response.ok) throw new Error(`no challenge: ${response.status}`)
  const challenge = (await response.json()) as Challenge
  input.value = JSON.stringify({ challenge, solution: await solve(challenge) })
}

function startProof(form: HTMLFormElement, input: HTMLInputElement): void {
  let working: Promise<void> | null = null
  let startedAt = 0
  const isFresh = () => Date.now() - startedAt < FRESH_MS
  /** Starts unless it runs or is done; starts again after a failure. */
  const prepare = () => {
    if (working && isFresh()) return working
    startedAt = Date.now()
    input.value = ''
    const started = work(input).catch(() => {
      if (working === started) working = null
    })
    working = started
    return started
  }
  const forget = () => {
    working = null
    input.value = ''
  }
  forget()
  addEventListener('pageshow', (event) => {
    if (event.persisted) forget()
  })
  if (form.dataset.code === undefined) form.addEventListener('focusin', () => void prepare())
  else setTimeout(() => void prepare(), SECOND_CODE_MS)

  // The page's other script has checked and locked the form by now; it waits there for the missing second.
  form.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null
    if (
      event.defaultPrevented ||
      (button && button.dataset.needsProof === undefined) ||
      (input.value !== '' && isFresh())
    )
      return
    event.preventDefault()
    const chosen = button?.name ? new FormData(form, button).get(button.name) : null
    void Promise.race([prepare(), new Promise((done) => setTimeout(done, PATIENCE_MS))]).then(() => {
      if (button && typeof chosen === 'string') form.append(hiddenInput(button.name, chosen))
      // A field may have the name "submit".
      HTMLFormElement.prototype.submit.call(form)
    })
  })
}

function hiddenInput(name: string, value: string): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type: 'hidden', name, value })
}

// Without a secure context, as on plain HTTP in a shop's own network, browsers have no digests to work with.
if (isSecureContext && typeof Worker === 'function') {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-proof]'))
    if (input.form) startProof(input.form, input)
}
