/** Files of clients in the states that their pages show: with columns to choose, checked, and imported. */
import { imports } from '../../contract/people/imports.ts'
import type { Person } from '../people.ts'
import { until } from '../until.ts'

export type ImportScreens = { ready: string; checked: string; done: string }

const FILE = `Name;Phone;Birthday;Points;Card number
Nela Hora;+420 601 777 001;03/04/1990;1,250;
Petr Novak;601777002;17.5.1985;50;000777
"=HYPERLINK(""http://evil.example"")";+420601777003;;;
Without a phone;;;;
Marek Sova;12;x;-5;
`

export async function addImports(owner: Person, c: number, template: string): Promise<ImportScreens> {
  const upload = (text: string) => owner.send(imports.uploadImport, { params: { c }, body: {}, file: new Blob([text]) })
  const reached = (id: string, state: string) =>
    until(
      async () => (await owner.send(imports.readImport, { params: { c, id } })).state === state,
      `the import is ${state}`,
    )
  const check = async (text: string) => {
    const { id, choices } = await upload(text)
    const body = { ...choices, country: 'CZ', template, consentSource: 'Paper forms in the shop' }
    await owner.send(imports.checkImport, { params: { c, id }, body })
    await reached(id, 'checked')
    return id
  }
  const done = await check('Name;Phone\nNela Hora;+420601777001\nNobody;x\n')
  await owner.send(imports.startImport, { params: { c, id: done } })
  await reached(done, 'done')
  return { ready: (await upload(FILE)).id, checked: await check(FILE), done }
}
