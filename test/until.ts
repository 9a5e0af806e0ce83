/** How tests wait: for a condition, never for a time. */

/** Only what never happens takes so long; a slow machine is no failure. */
const PATIENCE_MS = 120_000

/** Waits until a condition is true. */
export async function until(
  isTrue: () => Promise<boolean> | boolean,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resume) => setTimeout(resume, 20))
  }
}
