/**
 * Aztec and PDF417 are drawn by a library that is larger than the rest of a card. A browser fetches it when a card has
 * such a code; a server has it from the start (matrix-codes.ts).
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { CodeType } from '../contract/cards/design.ts'
import type { BarcodePath, LateCode } from './code-path.ts'

type Encode = (type: LateCode, message: string) => BarcodePath

let encode: Encode | undefined
const listeners = new Set<() => void>()

const isLate = (type: CodeType | undefined): type is LateCode => type === 'aztec' || type === 'pdf417'

export function setLateEncoder(encoder: Encode): void {
  encode = encoder
  for (const listener of listeners) listener()
}

/** @returns null before the library is here */
export function encodeLate(type: LateCode, message: string): BarcodePath | null {
  return encode?.(type, message) ?? null
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const hasEncoder = () => encode !== undefined

/** Fetches what this code needs, and draws the caller again when it is here. */
export function useCode(type: CodeType | undefined): void {
  const isHere = useSyncExternalStore(listen, hasEncoder, hasEncoder)
  useEffect(() => {
    // Without a connection the place of the code stays white, as a picture's would.
    if (!isHere && isLate(type))
      import('./matrix-codes.ts').then(
        ({ matrixPath }) => setLateEncoder(matrixPath),
        () => undefined,
      )
  }, [isHere, type])
}
