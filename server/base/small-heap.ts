import v8 from 'node:v8'

/**
 * V8 lets dead rows lie until the heap has doubled or trebled: a file of a million clients, of which five hundred are
 * read at a time, took 240 MB beside the 80 MB that were in use. So it looks sooner, and the same file takes 30 MB.
 */
export const keepHeapSmall = (): void => v8.setFlagsFromString('--heap-growing-percent=12')
