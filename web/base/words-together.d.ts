/** Joined by the build, see scripts/words-together.ts. */
declare module 'virtual:words/*' {
  const rooms: Readonly<Record<string, object>>
  export default rooms
}
