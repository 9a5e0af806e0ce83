/** A page as a separate chunk, shown when it and the words of its rooms have loaded. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { type LaterRoom, withWords } from './words.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export const lazyPage = <Page extends Record<string, any>, Name extends keyof Page & string>(
  load: () => Promise<Page>,
  name: Name,
  ...rooms: LaterRoom[]
) => lazyRouteComponent(withWords(load, ...rooms), name)
