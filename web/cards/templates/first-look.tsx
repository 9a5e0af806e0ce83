import { Button, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design } from '../../../contract/cards/design.ts'
import type { CardType } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useLanguage } from '../../base/words.ts'
import { ImageSlot } from '../../parts/image-slot/image-slot.tsx'
import { mainColours } from '../../parts/image-slot/palette.ts'
import { pixelsOf } from '../../parts/image-slot/picture.ts'
import type { StoredImage } from '../../parts/image-slot/upload.ts'
import type { SlotImages } from '../../parts/image-slot/use-picture.ts'
import { PathLink } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { BigRadios } from './big-radios.tsx'
import { SampleCard } from './card-faces.tsx'
import { coloursOfLogo } from './logo-colours.ts'
import { withDrawnCover } from './starter-cover.ts'
import { INDUSTRIES, INDUSTRY_OF_TYPE, type Industry, starterDesign } from './starters.ts'
import { useStarterText } from './starter-text.ts'
import { useFirstRun, useTrade } from './use-first-run.ts'
import classes from './first-run.module.css'

type Look = Industry | 'logo'

/** Six looks with the name of the business, and a seventh in the colours of its logo. */
export function FirstLook({ type, onBack }: { type: CardType; onBack: () => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const language = useLanguage()
  const trade = useTrade()
  const { logo, setLogo, colours } = useLogo()
  const [chosen, setChosen] = useState<Look | null>(null)
  const { designOf, industryOf } = useDesigns(type, logo, colours)
  const run = useFirstRun()
  const looks: readonly Look[] = colours ? ['logo', ...INDUSTRIES] : INDUSTRIES
  const proposed: Look = colours ? 'logo' : (trade ?? INDUSTRY_OF_TYPE[type])
  const look = chosen !== null && looks.includes(chosen) ? chosen : proposed
  const design = designOf(look)
  const save = () =>
    void run.save({
      type,
      industry: chosen === null && trade === undefined ? null : industryOf(look),
      name: t(`starters.${industryOf(look)}.cardName`),
      formName: t('start.formName'),
      design,
      cover: industryOf(look),
    })
  return (
    <section>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        onClick={onBack}
        ml={-8}
      >
        {t('start.back')}
      </Button>
      <Title order={1} className={classes.heading ?? ''} id="first-look">
        {t('start.look.title')}
      </Title>
      <Text className={classes.lead ?? ''}>{t('start.look.lead')}</Text>
      {run.refused && (
        <StatusBanner tone="danger" action={<PathLink to={`/${cabinet.domain}/cards`}>{t('start.allCards')}</PathLink>}>
          {run.refused.message}
        </StatusBanner>
      )}
      <div className={classes.look}>
        <BigRadios labelledBy="first-look" options={looks} value={look} onChange={setChosen} key={language}>
          {(one) => (
            <>
              <span className={classes.stage} aria-hidden="true">
                <SampleCard design={withDrawnCover(industryOf(one), designOf(one))} cabinetId={cabinet.id} />
              </span>
              <span className={classes.lookName}>
                {one === 'logo' ? t('start.look.own') : t(`starters.${one}.title`)}
              </span>
            </>
          )}
        </BigRadios>
        <aside className={classes.logo}>
          <Title order={2}>{t('start.look.logo')}</Title>
          <Text c="dimmed" className="k-small">
            {t('start.look.logoText')}
          </Text>
          <ImageSlot
            cabinetId={cabinet.id}
            slot="logo"
            image={logo}
            onChange={(images) => {
              setChosen(null)
              setLogo(images)
            }}
            cardColour={design.colours.background}
          />
        </aside>
      </div>
      <div className={classes.bar}>
        <WriteButton size="md" onClick={save} loading={run.isBusy} aria-busy={run.isBusy}>
          {t('start.look.save')}
        </WriteButton>
        <Text c="dimmed" className="k-small">
          {t('start.look.next')}
        </Text>
      </div>
    </section>
  )
}

/** The logo that was uploaded here, and colours that suit it. */
function useLogo() {
  const [logo, setImage] = useState<StoredImage | null>(null)
  const [colours, setColours] = useState<Design['colours'] | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (logo === null) setColours(null)
    else
      void pixelsOf(logo.url).then((pixels) => {
        if (isCurrent) setColours(coloursOfLogo(mainColours(pixels), groundOf(pixels)))
      })
    return () => {
      isCurrent = false
    }
  }, [logo])
  return { logo, colours, setLogo: (images: SlotImages) => setImage(images.logo ?? null) }
}

const OPAQUE_FROM = 250

/** Colour of a corner; null when it is transparent. */
function groundOf(rgba: Uint8ClampedArray): string | null {
  if ((rgba[3] ?? 0) < OPAQUE_FROM) return null
  return `#${[0, 1, 2].map((channel) => (rgba[channel] ?? 0).toString(16).padStart(2, '0')).join('')}`
}

function useDesigns(type: CardType, logo: StoredImage | null, colours: Design['colours'] | null) {
  const { name } = useCabinet()
  const textOf = useStarterText()
  const trade = useTrade()
  const industryOf = (look: Look): Industry => (look === 'logo' ? (trade ?? INDUSTRY_OF_TYPE[type]) : look)
  const designOf = (look: Look): Design => {
    const design = starterDesign(industryOf(look), type, name, textOf)
    return {
      ...design,
      cardName: name,
      images: { ...design.images, logo: logo?.id ?? null },
      ...(look === 'logo' && colours && { colours }),
    }
  }
  return { designOf, industryOf }
}
