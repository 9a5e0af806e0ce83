import type { Binary } from '../../contract/binary.ts'

/** Saves a file as a download of the browser. */
export function keepFile({ bytes, type, name }: Binary): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
