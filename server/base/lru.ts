/** A small cache by key; the entry that was not used for longest goes first. */
export class LRU<T> {
  readonly #max: number
  readonly #kept = new Map<string, T>()

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): T | undefined {
    const value = this.#kept.get(key)
    if (value !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, value)
    }
    return value
  }

  set(key: string, value: T): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > this.#max && !oldest.done) this.#kept.delete(oldest.value)
  }

  /** Forgets the value, unless another one has been set under its key. */
  delete(key: string, value: T): void {
    if (this.#kept.get(key) === value) this.#kept.delete(key)
  }
}
