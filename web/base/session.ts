/**
 * Who is signed in: a token in the browser's storage, and the user it belongs to. Logged in exactly when a token is
 * stored.
 */
import { useSyncExternalStore } from 'react'
import type { User } from '../../contract/platform/users.ts'

const TOKEN = 'kartoteka.token'
const USER = 'kartoteka.user'

export type SessionEnd = 'left' | 'elsewhere' | 'refused'

/** Stands in for a browser whose storage is switched off: the session then lives as long as the page. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()
const endListeners = new Set<(end: SessionEnd) => void>()
let user: { text: string | null; value: User | null } = { text: null, value: null }

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

const tell = () => {
  for (const listener of listeners) listener()
}

export function sessionToken(): string | null {
  return read(TOKEN)
}

/** The user as last heard of; null when nobody is signed in. */
export function sessionUser(): User | null {
  const text = sessionToken() === null ? null : read(USER)
  if (text !== user.text) user = { text, value: text === null ? null : (JSON.parse(text) as User) }
  return user.value
}

export function startSession(token: string, who: User): void {
  write(TOKEN, token)
  write(USER, JSON.stringify(who))
  tell()
}

/** Keeps what the server says about the user now. */
export function updateUser(who: User): void {
  write(USER, JSON.stringify(who))
  tell()
}

let isLeaving = false

/** Somebody logs out: calls that are refused from now on are refused for that, and tell of no other end. */
export function startLeaving(): void {
  isLeaving = true
}

/**
 * @param end `left` by hand here, `elsewhere` in another tab, `refused` when the server does not know the token any
 * more
 */
export function endSession(end: SessionEnd): void {
  if (sessionToken() === null) return
  write(TOKEN, null)
  write(USER, null)
  tell()
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
    tell()
    if (event.key === TOKEN && event.newValue === null) for (const listener of endListeners) listener('elsewhere')
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUser(): User | null {
  return useSyncExternalStore(subscribe, sessionUser)
}
