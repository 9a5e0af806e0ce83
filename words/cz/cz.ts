/** Every text in this language, a file a room. */
import { front } from './front.ts'
import { inside } from './inside.ts'
import { further } from './further.ts'
import pages from './reach/pages.json' with { type: 'json' }
import issuing from './reach/issuing.json' with { type: 'json' }
import mails from './platform/mails.json' with { type: 'json' }

export const cz = { ...front, ...inside, ...further, pages, issuing, mails }
