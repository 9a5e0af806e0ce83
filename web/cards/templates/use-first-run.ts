/** The calls of the first run: the card, then its form. Repeated after a failure, they go on where they stopped. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { poll, type PollAnswers } from '../../../contract/business/poll.ts'
import type { Design } from '../../../contract/cards/design.ts'
import { templates } from '../../../contract/cards/templates.ts'
import type { CardType } from '../../../contract/limits.ts'
import { forms } from '../../../contract/people/forms.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { maskOfZone } from '../../base/home-country.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useLanguage } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import type { Industry } from './starters.ts'
import { useStarterCover } from './use-starter-cover.ts'

const AREA_OF: Readonly<Record<Industry, NonNullable<PollAnswers['activityArea']>>> = {
  coffee: 'catering',
  salon: 'beauty',
  hotel: 'hotel',
  shop: 'retail',
  clinic: 'medical',
  sports: 'education_sports',
}
const LOYALTY_OF: Readonly<Record<CardType, NonNullable<PollAnswers['loyaltyType']>>> = {
  bonus: 'bonus',
  discount: 'discount',
  standard: 'subscription',
}

/** The starter of the trade that the questionnaire names; undefined while nobody has answered it. */
export function useTrade(): Industry | undefined {
  const { id: c, role } = useCabinet()
  const area = useRead(poll.readPoll, role === 'owner' ? { params: { c } } : null).data?.activityArea
  return (Object.keys(AREA_OF) as Industry[]).find((one) => AREA_OF[one] === area)
}

export type FirstCard = {
  type: CardType
  /** What the owner has chosen; null: only proposed. */
  industry: Industry | null
  /** Whose cover the card gets. */
  cover: Industry
  name: string
  formName: string
  design: Design
}

export function useFirstRun() {
  const { id: c, role, domain } = useCabinet()
  const lang = useLanguage()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused | null>(null)
  const showHere = (refusal: Refused) => {
    setRefused(refusal)
    return true
  }
  const checklist = [templates.listTemplates, forms.listForms, cabinets.dashboard]
  const card = useWrite(templates.createTemplate, { refresh: checklist, onRefused: showHere })
  const form = useWrite(forms.createForm, { refresh: checklist, onRefused: showHere })
  const answers = useWrite(poll.savePoll, { refresh: [poll.readPoll], onRefused: () => true })
  const pictures = useStarterCover(c, showHere)
  const goTo = (search: Record<string, string>) =>
    navigate({ to: `/${domain}/start` as string, search: search as never, replace: true })

  const makeForm = async (template: string, name: string) => {
    setRefused(null)
    const home = maskOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
    const made = await form.ask({ params: { c }, body: { name, template, lang, ...(home && { phoneMask: home }) } })
    if (made) await goTo({ card: template, form: made.formKey })
  }
  const save = async ({ type, industry, cover, name, formName, design: plain }: FirstCard) => {
    setRefused(null)
    const design = await pictures.add(cover, plain)
    if (!design) return
    const made = await card.ask({ params: { c }, body: { type, name, design, birthdayEnabled: true, variables: {} } })
    if (!made) return
    // The questionnaire later begins with what is known.
    if (role === 'owner')
      void answers.ask({
        params: { c },
        body: { loyaltyType: LOYALTY_OF[type], ...(industry && { activityArea: AREA_OF[industry] }) },
      })
    await goTo({ card: made.id })
    await makeForm(made.id, formName)
  }
  return { save, makeForm, refused, isBusy: pictures.isBusy || card.isBusy || form.isBusy }
}
