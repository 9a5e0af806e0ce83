/** A collector of OpenTelemetry on this machine: takes spans over OTLP/HTTP and reads their protobuf. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty: the first of its trace. */
  parentId: string
  name: string
  /** 2: server, 3: client, 5: consumer. */
  kind: number
  attributes: Record<string, string | number>
  isFault: boolean
  service: string
}

type Field = { number: number; value: Buffer | bigint }

/** The fields of a message: whole numbers, and bytes that may be a message themselves. */
function fieldsOf(bytes: Buffer): Field[] {
  let at = 0
  const varint = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] ?? 0)
      value |= (byte & 0x7fn) << shift
      if (byte < 0x80n) return value
    }
  }
  const take = (length: number) => bytes.subarray(at, (at += length))
  const fields: Field[] = []
  while (at < bytes.length) {
    const tag = Number(varint())
    const form = tag & 7
    const value = form === 0 ? varint() : take(form === 1 ? 8 : form === 5 ? 4 : Number(varint()))
    fields.push({ number: tag >> 3, value })
  }
  return fields
}

const all = (fields: readonly Field[], number: number) =>
  fields.flatMap((one) => (one.number === number && Buffer.isBuffer(one.value) ? [one.value] : []))
const first = (fields: readonly Field[], number: number) => fields.find((one) => one.number === number)?.value
const hex = (value: Field['value'] | undefined) => (Buffer.isBuffer(value) ? value.toString('hex') : '')

function attributesOf(fields: readonly Field[], number: number): Record<string, string | number> {
  return Object.fromEntries(
    all(fields, number).map((pair) => {
      const [value] = fieldsOf(first(fieldsOf(pair), 2) as Buffer)
      const plain = Buffer.isBuffer(value?.value) ? value.value.toString() : Number(value?.value)
      return [String(first(fieldsOf(pair), 1)), plain]
    }),
  )
}

function spanOf(bytes: Buffer, service: string): CollectedSpan {
  const fields = fieldsOf(bytes)
  const status = first(fields, 15)
  return {
    traceId: hex(first(fields, 1)),
    spanId: hex(first(fields, 2)),
    parentId: hex(first(fields, 4)),
    name: String(first(fields, 5)),
    kind: Number(first(fields, 6)),
    attributes: attributesOf(fields, 9),
    isFault: Buffer.isBuffer(status) && Number(first(fieldsOf(status), 3)) === 2,
    service,
  }
}

const spansIn = (body: Buffer): CollectedSpan[] =>
  all(fieldsOf(body), 1).flatMap((ofResource) => {
    const fields = fieldsOf(ofResource)
    const resource = first(fields, 1)
    const service = Buffer.isBuffer(resource) ? String(attributesOf(fieldsOf(resource), 1)['service.name']) : ''
    return all(fields, 2).flatMap((scope) => all(fieldsOf(scope), 2).map((span) => spanOf(span, service)))
  })

export async function openCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const isRight = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf'
      if (isRight) spans.push(...spansIn(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(isRight ? 200 : 400).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
