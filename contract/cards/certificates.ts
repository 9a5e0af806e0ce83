import { z } from 'zod'
import { call } from '../call.ts'
import { P12_MAX_BYTES } from '../limits.ts'
import { Id, Time } from '../page.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

const CertificateFacts = z.object({
  passTypeIdentifier: z.string(),
  teamIdentifier: z.string(),
  organisation: z.string(),
  expiresAt: Time,
})

const CertificateState = z.enum(['not_configured', 'in_queue', 'configured', 'allow', 'activated'])

export const AppleCertificate = z.object({
  /** Of what signs new cards: `activated` for a test certificate too. Without one, that of `ownState`. */
  state: CertificateState,
  /**
   * Of the business's own certificate: `in_queue` while a request waits for Apple's certificate, `allow` when one was
   * checked and may be activated, `configured` when one is kept that expired before it was activated.
   */
  ownState: CertificateState,
  /** Requests made here that wait for Apple's certificate, oldest first; `pem` is what Apple asks for. */
  requests: z.array(z.object({ id: Id, createdAt: Time, pem: z.string() })),
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
  makeRequest: call('POST', '/applications/{c}/cert/apple/request', {
    who: 'owner',
    operationId: 'makeCertificateRequest',
    summary: 'Make a certificate request',
    description:
      'Makes a private key and a certificate signing request for Apple. The key is stored encrypted and is never ' +
      'returned. At most three requests wait at a time; a request ends when its certificate is activated.',
    reply: AppleCertificate,
    errors: { certificate_requests_full: 409 },
  }),
  deleteRequest: call('DELETE', '/applications/{c}/cert/apple/request/{id}', {
    who: 'owner',
    operationId: 'deleteCertificateRequest',
    summary: 'Delete a certificate request',
    description:
      'Deletes a request with its private key. A certificate that Apple made for it can no longer be used. The ' +
      'password is required unless it was given in the last ten minutes.',
    body: z.object({ password: PasswordAgain }),
    reply: AppleCertificate,
    errors: STEP_UP,
  }),
  uploadIssued: call('POST', '/applications/{c}/cert/apple/cer', {
    who: 'owner',
    operationId: 'uploadIssuedCertificate',
    summary: 'Upload the certificate that Apple made',
    description: 'Uploads a pass type certificate (.cer) that Apple made for one of the requests made here.',
    upload: { field: 'file', maxBytes: P12_MAX_BYTES },
    reply: AppleCertificate,
    errors: {
      not_a_cer: 422,
      no_request_for_it: 422,
      not_a_pass_certificate: 422,
      certificate_expired: 422,
      certificate_too_large: 422,
      issuer_not_apple: 422,
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
    errors: { nothing_to_activate: 409, certificate_expired: 422 },
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
