/** One open connection to Apple's push service per certificate that signs and process. */
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { signingOf } from '../../cards/certificates/certificates.ts'
import { connectApns, type ApnsConnection } from '../../engines/wallet/apple/apns.ts'

const connections = new WeakMap<App, Map<string, ApnsConnection>>()

export async function apnsConnectionOf(
  app: App,
  cabinetId: number,
  certificateId: string,
): Promise<{ connection: ApnsConnection; topic: string }> {
  const signing = await openForWork(app, cabinetId, (db) => signingOf(app, db, certificateId))
  let open = connections.get(app)
  if (!open) connections.set(app, (open = new Map<string, ApnsConnection>()))
  let connection = open.get(certificateId)
  if (!connection) {
    const { host, port, caPem } = app.outside.apns
    connection = connectApns({
      host,
      port,
      ...(caPem && { ca: caPem }),
      certificatePem: signing.certificatePem,
      privateKeyPem: signing.privateKeyPem,
      waitFactor: app.outside.waitFactor ?? 1,
    })
    open.set(certificateId, connection)
  }
  return { connection, topic: signing.passTypeIdentifier }
}

export async function closeApnsConnections(app: App): Promise<void> {
  await Promise.all([...(connections.get(app)?.values() ?? [])].map((connection) => connection.close()))
  connections.delete(app)
}
