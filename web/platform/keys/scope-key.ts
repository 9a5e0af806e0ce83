import type { Scope } from '../../../contract/limits.ts'

type Underscored<S> = S extends `${infer Noun}:${infer Verb}` ? `${Noun}_${Verb}` : never

/** Name of a scope in the texts' keys, where a colon has another meaning. */
export function scopeKey(scope: Scope): Underscored<Scope> {
  return scope.replace(':', '_') as Underscored<Scope>
}
