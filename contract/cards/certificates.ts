import { z } from 'zod'
import { call } from '../call.ts'
import { P12_MAX_BYTES } from '../limits.ts'
import { Time } from '../page.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

const CertificateFacts = z.object({
  passTypeIdentifier: z.string(),
  teamIdentifier: z.string(),
  organisation: z.string(),
  expiresAt: Time,
})

export const AppleCertificate = z.object({
  state: z.enum(['not_configured', 'configured', 'in_queue', 'activated']),
  isTest: z.boolean(),
  passTypeIdentifier: z.string().nullable(),
  teamIdentifier: z.string().nullable(),
  organisation: z.string().nullable(),
  expiresAt: Time.nullable(),
  /** Apple has approved NFC for it; cards signed without this approval cannot have NFC data. */
  hasNfc: z.boolean(),
  /** A certificate that was uploaded and waits to be activated. */
  pending: CertificateFacts.extend({ hasNfc: z.boolean() }).nullable(),
  /** Cards that a test certificate signs: they move to the business's own when it is activated. */
  testCards: z.int(),
  /** Replaced certificates that still sign cards on iPhones: each needs a successor with its pass type in time. */
  carrying: z.array(CertificateFacts.extend({ cards: z.int() })),
})
export type AppleCertificate = z.infer<typeof AppleCertificate>

export const certificates = {
  readApple: call('GET', '/applications/{c}/cert/apple', {
    who: 'member',
    operationId: 'readAppleCertificate',
    summary: 'Get the Apple certificate',
    description: 'Returns the state of the Apple pass type certificate.',
    reply: AppleCertificate,
  }),
  uploadApple: call('POST', '/applications/{c}/cert/apple', {
    who: 'owner',
    operationId: 'uploadAppleCertificate',
    summary: 'Upload an Apple certificate',
    description:
      'Uploads a pass type certificate (.p12) with its password. The private key is stored encrypted and is ' +
      'never returned.',
    body: z.object({ password: z.string().max(200) }),
    upload: { field: 'file', maxBytes: P12_MAX_BYTES },
    reply: AppleCertificate,
    errors: {
      not_a_p12: 422,
      wrong_password: 422,
      no_private_key: 422,
      key_mismatch: 422,
      not_a_pass_certificate: 422,
      certificate_expired: 422,
      certificate_too_large: 422,
      unknown_issuer: 422,
    },
  }),
  activateApple: call('POST', '/applications/{c}/cert/apple/activate', {
    who: 'owner',
    operationId: 'activateAppleCertificate',
    summary: 'Activate the Apple certificate',
    description:
      'Signs cards with the uploaded certificate from now on. Issued cards of the same pass type are signed anew. ' +
      'Cards of a test certificate move to it, and the test phones that have them no longer get updates.',
    reply: AppleCertificate,
    errors: { nothing_to_activate: 409 },
  }),
  activateTest: call('POST', '/applications/{c}/cert/apple/activate-demo', {
    who: 'owner',
    operationId: 'activateTestCertificate',
    summary: 'Activate a test certificate',
    description: 'Signs cards with a certificate of the test authority from now on.',
    reply: AppleCertificate,
  }),
  removePassType: call('DELETE', '/applications/{c}/cert/apple/pass-type/remove', {
    who: 'owner',
    summary: 'Delete the test pass type',
    description:
      'Deletes the test pass type. Cards issued with it stop updating. The password is required unless it was ' +
      'given in the last ten minutes.',
    body: z.object({ password: PasswordAgain }),
    reply: AppleCertificate,
    errors: { not_a_test_certificate: 409, ...STEP_UP },
  }),
}
