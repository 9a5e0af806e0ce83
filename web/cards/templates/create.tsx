import { Button, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { variablesIn } from '../../../card/fill.ts'
import type { Design } from '../../../contract/cards/design.ts'
import { CARD_TYPES, type CardType } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useLanguage } from '../../base/words.ts'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { BigRadios } from './big-radios.tsx'
import { SampleCard } from './card-faces.tsx'
import { useCreateTemplate } from './data.ts'
import { variableTexts } from './issues.ts'
import { withDrawnCover } from './starter-cover.ts'
import { INDUSTRIES, INDUSTRY_OF_TYPE, type Industry, starterDesign } from './starters.ts'
import { useVariableName } from '../../parts/token-input/variable-tokens.ts'
import { useStarterText } from './starter-text.ts'
import { useStarterCover } from './use-starter-cover.ts'
import classes from './templates.module.css'

type Look = Industry | 'blank'
const LOOKS: readonly Look[] = [...INDUSTRIES, 'blank']

/** A new card in two steps: what it does, then its first design. Both are in the address. */
export function CreateTemplatePage() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const type = CARD_TYPES.find((one) => one === search.type)
  const look = LOOKS.find((one) => one === search.look)
  useBreadcrumbs([{ text: t('templates.list.title'), to: `/${domain}/cards` }, { text: t('templates.create.title') }])
  const go = (next: { type?: CardType | undefined; look?: Look | undefined }) =>
    void navigate({ to: '.', search: next as never })
  return (
    <Page>
      <PageHeader title={t('templates.create.title')} meta={type && t(`templates.types.${type}`)} />
      {type ? (
        <LookStep
          key={type}
          type={type}
          look={look}
          onLook={(next) => go({ type, look: next })}
          onBack={() => go({})}
        />
      ) : (
        <TypeStep onType={(next) => go({ type: next })} />
      )}
    </Page>
  )
}

function TypeStep({ onType }: { onType: (type: CardType) => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const textOf = useStarterText()
  const nameOf = useVariableName()
  return (
    <section>
      <Title order={2}>{t('templates.create.typeTitle')}</Title>
      <Text c="dimmed" mb="md">
        {t('templates.create.typeText')}
      </Text>
      <div className={classes.choices}>
        {CARD_TYPES.map((type) => {
          const design = withDrawnCover(
            INDUSTRY_OF_TYPE[type],
            starterDesign(INDUSTRY_OF_TYPE[type], type, cabinet.name, textOf),
          )
          return (
            <button key={type} type="button" className={classes.choice} onClick={() => onType(type)}>
              <span className={classes.choiceStage} aria-hidden="true">
                <SampleCard design={design} cabinetId={cabinet.id} />
              </span>
              <span className={classes.choiceBody}>
                <span className={classes.choiceName}>{t(`templates.types.${type}`)}</span>
                <Text c="dimmed" span>
                  {t(`templates.typeTexts.${type}`)}
                </Text>
                <span className={classes.choiceVariables}>
                  {variablesOf(design).map((name) => (
                    <span key={name}>{nameOf({ name, description: '', isSystem: true })}</span>
                  ))}
                </span>
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}

function variablesOf(design: Design): string[] {
  return [
    ...new Set(
      variableTexts(design)
        .filter(([control]) => control.startsWith('design.fields'))
        .flatMap(([, text]) => variablesIn(text)),
    ),
  ]
}

type LookStepProps = { type: CardType; look: Look | undefined; onLook: (look: Look) => void; onBack: () => void }

function LookStep({ type, look, onLook, onBack }: LookStepProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const language = useLanguage()
  const navigate = useNavigate()
  const textOf = useStarterText()
  const designOf = (one: Look) => starterDesign(one === 'blank' ? null : one, type, cabinet.name, textOf)
  const [typedName, setTypedName] = useState<string | null>(null)
  const [nameError, setNameError] = useState<string | null>(null)
  const name = typedName ?? (look ? designOf(look).cardName : '')
  const nameInput = useRef<HTMLInputElement>(null)
  const [blocked, setBlocked] = useState<string | null>(null)
  const create = useCreateTemplate(cabinet.id, {
    onDone: (template) =>
      void navigate({ to: '/$cabinetDomain/cards/$id', params: { cabinetDomain: cabinet.domain, id: template.id } }),
    onRefused: (refused) => showHere(refused),
  })
  const showHere = (refused: Refused) => {
    if (refused.fields.name) setNameError(refused.fields.name.message)
    else if (refused.code === 'template_limit') setBlocked(refused.message)
    else return false
    return true
  }
  const pictures = useStarterCover(cabinet.id, showHere)
  const isBusy = pictures.isBusy || create.isBusy
  const submit = async () => {
    if (!look) return
    if (name.trim() === '') {
      setNameError(t('refusals.fields.required'))
      nameInput.current?.focus()
      return
    }
    const design = await pictures.add(look === 'blank' ? null : look, designOf(look))
    if (!design) return
    create.run({ params: { c: cabinet.id }, body: { type, name, design, birthdayEnabled: true, variables: {} } })
  }
  return (
    <section>
      {blocked && <PlanBanner state="full" text={blocked} />}
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        onClick={onBack}
        ml={-8}
        mb="xs"
      >
        {t('templates.create.back')}
      </Button>
      <Title order={2} id="look-title">
        {t('templates.create.lookTitle')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('templates.create.lookText')}
      </Text>
      <BigRadios labelledBy="look-title" options={LOOKS} value={look} onChange={onLook} key={language}>
        {(one) => (
          <>
            <span className={classes.choiceStage} aria-hidden="true">
              <SampleCard design={withDrawnCover(one === 'blank' ? null : one, designOf(one))} cabinetId={cabinet.id} />
            </span>
            <span className={classes.choiceBody}>
              <span className={classes.choiceName}>{t(`starters.${one}.title`)}</span>
            </span>
          </>
        )}
      </BigRadios>
      {look && (
        <form
          className={classes.createBar}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextInput
            ref={nameInput}
            className={classes.createName}
            label={t('templates.create.name')}
            description={t('templates.create.nameHelp')}
            value={name}
            maxLength={60}
            error={nameError}
            onChange={(event) => {
              setNameError(null)
              setTypedName(event.currentTarget.value)
            }}
          />
          <WriteButton type="submit" loading={isBusy} aria-busy={isBusy}>
            {t('templates.create.button')}
          </WriteButton>
        </form>
      )}
    </section>
  )
}
