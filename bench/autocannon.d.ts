/** The parts of autocannon that the benches use; the package has no types. */
declare module 'autocannon' {
  type Result = { requests: { average: number }; non2xx: number; errors: number }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
  }): Promise<Result>
}
