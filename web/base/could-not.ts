/** The sentence for a call in which the server failed: what could not be done, with its client code. */
import i18next from 'i18next'
import type { Call } from '../../contract/call.ts'
import { loadWords } from './words.ts'

/** The product's codes 1901 to 1989 by call. */
export const COULD_NOT = {
  'GET /applications/{c}/cards/connection': 'c1901',
  'GET /applications/{c}/template/{uuid}': 'c1902',
  'POST /applications/{c}/template': 'c1903',
  'PUT /applications/{c}/template/{uuid}': 'c1904',
  'DELETE /applications/{c}/template/{uuid}': 'c1905',
  'PUT /applications/{c}/template/default/{uuid}': 'c1906',
  'PUT /applications/{c}/cards/make_pushes': 'c1907',
  'POST /applications/{c}/images': 'c1908',
  'GET /applications/{c}/form': 'c1911',
  'GET /applications/{c}/form/{formKey}': 'c1912',
  'POST /applications/{c}/form': 'c1913',
  'PUT /applications/{c}/form/{formKey}': 'c1914',
  'DELETE /applications/{c}/form/{formKey}': 'c1915',
  'GET /applications/{c}/pushes': 'c1921',
  'GET /applications/{c}/push/{pushUuid}': 'c1922',
  'POST /applications/{c}/push/{pushType}': 'c1923',
  'PUT /applications/{c}/push/{pushUuid}': 'c1925',
  'DELETE /applications/{c}/push/{pushUuid}': 'c1926',
  'PUT /applications/{c}/push/status/{pushUuid}': 'c1927',
  'POST /applications/{c}/push/{pushUuid}/send': 'c1928',
  'GET /applications/{c}/push/{pushUuid}/statistics': 'c1929',
  'GET /applications/{c}/triggers': 'c1931',
  'GET /applications/{c}/trigger/{triggerUuid}': 'c1932',
  'POST /applications/{c}/trigger': 'c1933',
  'PUT /applications/{c}/trigger/{triggerUuid}': 'c1935',
  'DELETE /applications/{c}/trigger/{triggerUuid}': 'c1936',
  'PUT /applications/{c}/trigger/status/{triggerUuid}': 'c1937',
  'POST /applications/{c}/trigger/priority': 'c1938',
  'GET /applications/{c}/segments': 'c1941',
  'GET /applications/{c}/segment/{segmentId}': 'c1942',
  'POST /applications/{c}/segment': 'c1943',
  'PUT /applications/{c}/segment/{segmentId}': 'c1944',
  'DELETE /applications/{c}/segment/{segmentUuid}': 'c1945',
  'GET /applications/{c}/segment/{segmentId}/size': 'c1946',
  'GET /applications/{c}/iikotransport/guest_categories': 'c1951',
  'GET /applications/{c}/tariffs': 'c1955',
  'POST /applications/{c}/tariffs/{tariffId}': 'c1956',
  'POST /applications/{c}/tariffs/demo/off': 'c1957',
  'GET /applications/{c}/transactions': 'c1958',
  'GET /applications/{c}/marketplace': 'c1961',
  'GET /applications/{c}/marketplace/{moduleId}': 'c1962',
  'PUT /applications/{c}/marketplace/{moduleId}': 'c1963',
  'GET /applications/{c}/integration': 'c1965',
  'PUT /applications/{c}/integration': 'c1966',
  'POST /applications/{c}/integration/check': 'c1967',
  'POST /applications/{c}/integration/activated': 'c1968',
  'PUT /applications/{c}/integration/toggle': 'c1969',
  'DELETE /applications/{c}/integration': 'c1970',
  'GET /settings2/general/appId/{c}': 'c1975',
  'PUT /settings2/general/appId/{c}': 'c1976',
  'GET /applications/{c}/users': 'c1977',
  'POST /applications/{c}/users': 'c1978',
  'GET /applications/{c}/variables': 'c1979',
  'POST /applications/{c}/variables': 'c1980',
  'PUT /applications/{c}/variables/{id}': 'c1981',
  'DELETE /applications/{c}/variables/{id}': 'c1982',
  'PUT /settings2/application/appId/{c}': 'c1983',
  'GET /applications/{c}/keys': 'c1984',
  'POST /applications/{c}/keys': 'c1985',
  'GET /applications/{c}/cert/apple': 'c1986',
  'POST /applications/{c}/cert/apple': 'c1987',
  'GET /settings2/sms/appId/{c}': 'c1988',
  'PUT /settings2/sms/appId/{c}': 'c1989',
} as const

/**
 * Loads its words only after a failure, so that no page waits for them.
 * @returns the code and a sentence in the language of the page; null for calls without a sentence of their own
 */
export async function couldNot(one: Pick<Call, 'method' | 'path'>): Promise<{ code: string; message: string } | null> {
  const code = (COULD_NOT as Readonly<Record<string, (typeof COULD_NOT)[keyof typeof COULD_NOT]>>)[
    `${one.method} ${one.path}`
  ]
  if (code === undefined) return null
  await loadWords('faults')
  return { code: code.slice(1), message: `${i18next.t(`faults.could.${code}`)} ${i18next.t('faults.refresh')}` }
}
