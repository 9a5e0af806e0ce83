/** Events as vendors send them: a few tries at once, and nothing more when nobody takes them. */
const TRIES = 3
const TIMEOUT_MS = 5_000

export type Fired = { url: string; body: string; status: number | null }

export type HookGun = {
  fire(url: string, body: string, headers: Readonly<Record<string, string>>): void
  /** When all that was fired was answered, or given up. */
  settled(): Promise<Fired[]>
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Fired> {
  let status: number | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    status = response?.status ?? null
    if (status !== null && status < 300) break
  }
  return { url, body, status }
}

export function openHookGun(): HookGun {
  const fired: Promise<Fired>[] = []
  return {
    fire: (url, body, headers) => void fired.push(post(url, body, headers)),
    settled: () => Promise.all(fired),
  }
}
