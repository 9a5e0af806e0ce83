import type { Language } from '../contract/limits.ts'
import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import { Notice } from './notice-page.tsx'
import type { PreorderPageProps } from './props.ts'

const dayText = (lang: Language, day: string) =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** When the card comes, beside the button of the form and on the page after it. */
export function preorderText(lang: Language, place: 'form' | 'page', expectedOn: string | null): string {
  return expectedOn === null
    ? say(lang, `pages.preorder.${place}`)
    : say(lang, `pages.preorder.${place}On`, { day: dayText(lang, expectedOn) })
}

export function PreorderPage(props: PreorderPageProps) {
  const { lang, organisation, to, expectedOn } = props
  const list = new Intl.ListFormat(tagOf(lang), { type: 'disjunction' }).format(to)
  return (
    <Notice {...props} title={say(lang, 'pages.preorder.title')}>
      <p className="lead">{preorderText(lang, 'page', expectedOn)}</p>
      <p>
        {to.length > 0
          ? say(lang, 'pages.preorder.link', { to: list })
          : say(lang, 'pages.preorder.ask', { organisation })}
      </p>
    </Notice>
  )
}
