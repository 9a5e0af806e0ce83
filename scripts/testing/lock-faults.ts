/**
 * What makes an installation from the lock differ from the one that was tested: open versions, addresses of one
 * registry.
 */

type Manifest = Readonly<Record<string, unknown>>
type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean }

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, string>>

/** One readable line per fault; none when every version is exact, equal in both files, hashed and bound to no host. */
export function lockFaults(
  manifest: Manifest,
  lock: { packages?: Readonly<Record<string, Manifest & Locked>> },
): string[] {
  const faults: string[] = []
  const root = lock.packages?.[''] ?? {}
  for (const kind of KINDS) {
    const [wanted, locked] = [recordOf(manifest[kind]), recordOf(root[kind])]
    for (const [name, version] of Object.entries(wanted)) {
      if (!EXACT.test(version)) faults.push(`package.json: ${name} "${version}" is no exact version`)
      if (locked[name] !== version)
        faults.push(`package-lock.json: ${name} is "${locked[name] ?? 'absent'}", package.json says "${version}"`)
    }
    for (const name of Object.keys(locked))
      if (!(name in wanted)) faults.push(`package-lock.json: ${name} is in no package.json`)
  }
  for (const [path, entry] of Object.entries(lock.packages ?? {})) {
    if (path === '') continue
    if (entry.resolved !== undefined) faults.push(`package-lock.json: ${path} is bound to an address`)
    if (entry.link) faults.push(`package-lock.json: ${path} is a link`)
    else if (entry.integrity === undefined) faults.push(`package-lock.json: ${path} has no hash`)
  }
  return faults
}
