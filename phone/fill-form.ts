/** Fills an open form with a person who does not exist, as a phone offers its owner's own entries. */
import type { Device } from './address.ts'

/** Sample numbers, by the mask of the field. */
const NUMBERS: Readonly<Record<string, string>> = {
  ru: '+79123456789',
  ruMobile: '+79123456789',
  uae: '+971501234567',
  pt: '+351912345678',
  cz: '+420601123456',
  bg: '+35943012345',
  tr: '+905012345678',
  ua: '+380501234567',
  arm: '+37477123456',
  az: '+994401234567',
  ge: '+995555123456',
  kz: '+77710009998',
  kgz: '+996700123456',
  mx: '+522221234567',
  kw: '+96550012345',
  sa: '+966512345678',
  it: '+393123456789',
  mda: '+37362112345',
  by: '+375294911911',
  esp: '+34612345678',
  il: '+972502345678',
  pl: '+48512345678',
  ecu: '+593991234567',
}
const ANYWHERE = '+420601123456'
/** One person a phone: the same number twice would be the same client. */
const PEOPLE = { iphone: ['Alice', 'Martin'], android: ['Robert', 'Klein'] } as const

/** Whether forms are filled at all: only where the cabinet has opened the phones for that. */
const isAsked = new URLSearchParams(location.search).has('fill')

export function fillAsSample(page: Document, device: Device): void {
  if (!isAsked || page.querySelector('[aria-invalid=true]')) return
  const [name, surname] = PEOPLE[device]
  const entries: Readonly<Record<string, string>> = {
    'given-name': name,
    name,
    'family-name': surname,
    email: `${name.toLowerCase()}.${surname.toLowerCase()}@example.com`,
  }
  for (const input of page.querySelectorAll<HTMLInputElement>('form[method=post] input[autocomplete]')) {
    const kind = input.autocomplete.split(' ').at(-1) ?? ''
    const text = input.type === 'tel' ? numberOf(input, device) : entries[kind]
    if (text === undefined || input.value !== '') continue
    input.value = text
    for (const event of ['input', 'change', 'blur']) input.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

function numberOf(input: HTMLInputElement, device: Device): string {
  const number = NUMBERS[input.dataset['mask'] ?? ''] ?? ANYWHERE
  return device === 'iphone' ? number : number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10)
}
