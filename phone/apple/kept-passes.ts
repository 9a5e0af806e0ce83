/** Passes on the phone's disk: the package as it was downloaded, and the phone's settings for it. */

export type KeptPass = {
  /** `passTypeIdentifier/serialNumber`. */
  id: string
  bytes: Uint8Array<ArrayBuffer>
  addedAt: number
  lastModified: string | null
  allowNotifications: boolean
  automaticUpdates: boolean
}

const STORE = 'passes'

function openDisk(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('kartoteka-phone', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('indexedDB'))
  })
}

async function onDisk<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const disk = await openDisk()
  try {
    return await new Promise((resolve, reject) => {
      const request = act(disk.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('indexedDB'))
    })
  } finally {
    disk.close()
  }
}

export const keptPasses = (): Promise<KeptPass[]> =>
  onDisk('readonly', (store) => store.getAll() as IDBRequest<KeptPass[]>)
export const keepPass = (pass: KeptPass): Promise<unknown> => onDisk('readwrite', (store) => store.put(pass))
export const dropPass = (id: string): Promise<unknown> => onDisk('readwrite', (store) => store.delete(id))
