/** Everybody whom a CRM has, page by page: what its clients are brought from. */

/** A page of everybody. `next` is the cursor of the next page; `total`: how many there are, where it is known. */
export type Everybody<One> = { found: One[]; next: string; isEnd: boolean; total?: number }

/**
 * From `cursor`, '' from the beginning. Somebody who is changed meanwhile may come twice; nobody who is there all the
 * time is left out. null: this system lists nobody.
 */
export type ListEverybody<One> = (cursor: string) => Promise<Everybody<One> | null>
