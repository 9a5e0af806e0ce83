import { beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { segments } from '../../../contract/people/segments.ts'
import { triggers } from '../../../contract/reach/triggers.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { MEMBER_RIGHTS, type MemberRight } from '../../../contract/limits.ts'
import { answer, codeOf, invite, listed, server, setUpAccess, shop } from '../../../test/access.ts'
import { type Person, signIn } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'

setUpAccess()

const at = () => ({ c: shop.c })
const MISSING = [403, 'right_missing']
let member: Person
let memberId: string
beforeAll(async () => {
  member = await signIn(server, 'Mona')
  await invite(member.email)
  await answer(member, shop.c)
  memberId = (await listed(member.email))?.id ?? ''
})

const give = (...rights: MemberRight[]) =>
  shop.owner.send(access.saveRights, { params: { ...at(), id: memberId }, body: { rights } })
const mine = async (person: Person) =>
  (await person.send(cabinets.openCabinet, { params: { domain: shop.domain } })).rights

describe('the rights of a member', () => {
  it('are none at first, exactly those the owner gives, and all for the owner', async () => {
    expect([await mine(member), await mine(shop.owner)]).toEqual([[], [...MEMBER_RIGHTS]])
    expect((await give('export', 'delete')).rights).toEqual(['delete', 'export'])
    expect([await mine(member), (await listed(member.email))?.rights]).toEqual([
      ['delete', 'export'],
      ['delete', 'export'],
    ])
    await give()
    expect(await mine(member)).toEqual([])
    expect((await listed(shop.owner.email))?.rights).toEqual([...MEMBER_RIGHTS])
  })

  it('are given by an owner only, to a member of this business, each once', async () => {
    const save = (person: Person, id: string, rights: unknown) =>
      person.ask(access.saveRights, { params: { ...at(), id }, body: { rights } })
    const ownerId = (await listed(shop.owner.email))?.id ?? ''
    expect(codeOf(await save(member, memberId, ['delete']))).toEqual([404, 'not_found'])
    expect(codeOf(await save(shop.owner, crypto.randomUUID(), []))).toEqual([404, 'person_not_found'])
    expect(codeOf(await save(shop.owner, ownerId, []))).toEqual([409, 'owner_has_all_rights'])
    for (const wrong of [['everything'], ['delete', 'delete'], 'delete', null, undefined])
      expect([wrong, (await save(shop.owner, memberId, wrong)).status]).toEqual([wrong, 422])
    expect(await mine(member)).toEqual([])
  })

  it('end with the access', async () => {
    const leaver = await signIn(server, 'Lena')
    const join = async () => {
      await invite(leaver.email)
      await answer(leaver, shop.c)
      return (await listed(leaver.email))?.id ?? ''
    }
    const id = await join()
    await shop.owner.send(access.saveRights, { params: { ...at(), id }, body: { rights: ['export'] } })
    await shop.owner.send(access.removePerson, { params: { c: shop.c, userId: id } })
    await join()
    expect(await mine(leaver)).toEqual([])
  })

  it('decide whether amounts of a client change; the rest of the client anybody saves', async () => {
    await fillForm(server, shop.formUrl, { name: 'Olga', surname: 'One', tel: '+420601700800' })
    const {
      data: [row],
    } = await member.send(clients.listClients, { params: at(), query: {} })
    const params = { ...at(), id: row?.id ?? '' }
    const { version } = await member.send(clients.readClient, { params })
    const saved = await member.send(clients.saveClient, { params, body: { name: 'Olga Two', version } as never })
    for (const change of [{ balanceMinor: 100 }, { bonusMinor: 100 }, { discountHundredths: 100 }])
      expect([
        change,
        codeOf(await member.ask(clients.saveClient, { params, body: { ...change, version: saved.version } })),
      ]).toEqual([change, MISSING])
    expect(await member.send(clients.readClient, { params })).toMatchObject({ name: 'Olga Two', bonusMinor: 0 })
    await give('amounts')
    expect(
      (await member.ask(clients.saveClient, { params, body: { bonusMinor: 100, version: saved.version } })).status,
    ).toBe(200)
    await give()
  })

  it('decide whether saved segments and triggers are deleted; a draft anybody deletes', async () => {
    const { id: draft } = await member.send(segments.createSegment, { params: at() })
    expect((await member.ask(segments.removeSegment, { params: { ...at(), segmentUuid: draft } })).status).toBe(200)
    const { id: segmentUuid, version } = await member.send(segments.createSegment, { params: at() })
    await member.send(segments.saveSegment, {
      params: { ...at(), segmentId: segmentUuid },
      body: { name: 'Kept', match: 'all', criteria: [{ kind: 'sex', operator: 'unknown' }], version },
    })
    const remove = () => member.ask(segments.removeSegment, { params: { ...at(), segmentUuid } })
    expect(codeOf(await remove())).toEqual(MISSING)
    const { id: triggerUuid } = await member.send(triggers.createTrigger, { params: at() })
    expect((await member.ask(triggers.removeTrigger, { params: { ...at(), triggerUuid } })).status).toBe(200)
    await give('delete')
    expect((await remove()).status).toBe(200)
    await give()
  })

  it('are looked at before anything else of the call: a member is not told what is there', async () => {
    const ask = (uuid: string) => member.ask(templates.removeTemplate, { params: { ...at(), uuid } })
    expect([codeOf(await ask(shop.template)), codeOf(await ask(crypto.randomUUID()))]).toEqual([MISSING, MISSING])
  })
})
