/**
 * Who is signed in: a token in the browser's storage, and the user it belongs to. Logged in exactly when a token is
 * stored.
 */
import type { User } from '../../contract/platform/users.ts'
import { createStore, useStore } from './store.ts'

const TOKEN = 'kartoteka.token'
const USER = 'kartoteka.user'

export type SessionEnd = 'left' | 'elsewhere' | 'refused'

/** For a browser whose storage is switched off: the session then lives as long as the page. */
const inMemory = new Map<string, string>()
const endListeners = new Set<(end: SessionEnd) => void>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return inMemory.get(key) ?? null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) inMemory.delete(key)
    else inMemory.set(key, value)
  }
}

export function sessionToken(): string | null {
  return read(TOKEN)
}

/** What is stored of the user; null when nobody is signed in. */
const storedUser = () => (sessionToken() === null ? null : read(USER))
const userText = createStore(storedUser())
/** The parsed user is the same object as long as the text is. */
let parsed: { text: string | null; user: User | null } = { text: null, user: null }

/** The user as the server last described them; null when nobody is signed in. */
export function sessionUser(): User | null {
  const text = storedUser()
  if (text !== parsed.text) parsed = { text, user: text === null ? null : (JSON.parse(text) as User) }
  return parsed.user
}

const notify = () => userText.set(storedUser())

export function startSession(token: string, who: User): void {
  write(TOKEN, token)
  write(USER, JSON.stringify(who))
  notify()
}

/** Keeps the user as the server describes them now. */
export function updateUser(who: User): void {
  write(USER, JSON.stringify(who))
  notify()
}

let isLeaving = false

/** The user logs out: a call that is refused from now on does not count as another end of the session. */
export function startLeaving(): void {
  isLeaving = true
}

/**
 * @param end `left` by logging out here, `elsewhere` in another tab, `refused` when the server no longer knows the
 * token
 */
export function endSession(end: SessionEnd): void {
  if (sessionToken() === null) return
  write(TOKEN, null)
  write(USER, null)
  notify()
  const really = isLeaving ? 'left' : end
  isLeaving = false
  for (const listener of endListeners) listener(really)
}

/** Calls back when the session ends here or in another tab. */
export function onSessionEnd(listener: (end: SessionEnd) => void): void {
  endListeners.add(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN && event.key !== USER) return
    notify()
    if (event.key === TOKEN && event.newValue === null) for (const listener of endListeners) listener('elsewhere')
  })
}

export function useUser(): User | null {
  return useStore({ subscribe: userText.subscribe, get: sessionUser })
}
