/** A page as a chunk of its own, drawn when it and the words of the rooms it speaks from are there. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { type LaterRoom, withWords } from './words.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export const lazyPage = <Page extends Record<string, any>, Name extends keyof Page & string>(
  load: () => Promise<Page>,
  name: Name,
  ...rooms: LaterRoom[]
) => lazyRouteComponent(withWords(load, ...rooms), name)
