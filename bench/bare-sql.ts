/** The peer of a call: a bare Fastify route that runs the best SQL for the same answer through row level security. */
import Fastify from 'fastify'
import pg from 'pg'

/**
 * Answers `/<number of the case>?c=<account>`, one transaction each.
 * @param cases statements of each case; the account is their `$1`
 */
export async function startBare(login: pg.PoolConfig, cases: readonly (readonly string[])[]) {
  const pool = new pg.Pool({ ...login, max: 2 })
  const bare = Fastify()
  bare.get<{ Params: { no: string }; Querystring: { c: string } }>('/:no', async ({ params, query: { c } }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('app.cabinet', $1, true)", [c])
      const answers = []
      for (const text of cases[Number(params.no)] ?? []) answers.push((await client.query<object>(text, [c])).rows)
      return answers
    } finally {
      await client.query('commit')
      client.release()
    }
  })
  const url = await bare.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await bare.close()
    await pool.end()
  }
  return { url, close }
}
