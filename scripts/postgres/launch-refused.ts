/** PostgreSQL cannot be started here, for a reason the operator can act on; the message is a sentence for them. */
export class LaunchRefused extends Error {
  override name = 'LaunchRefused'
}
