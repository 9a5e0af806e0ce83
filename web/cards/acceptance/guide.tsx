import { Paper, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApplePass } from '../../../card/apple-face.tsx'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import { Barcode } from '../../../card/barcode.tsx'
import '../../../card/card.css'
import { isWideCode } from '../../../card/code-size.ts'
import { fillCard } from '../../../card/fill.ts'
import { GooglePass } from '../../../card/google-face.tsx'
import { googlePassViewOf } from '../../../card/google-pass.ts'
import { type CardHolder, cardNumberText } from '../../../card/values.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { cardValues, useVariables } from '../../people/clients/data.ts'
import classes from './acceptance.module.css'

/** A made-up person, because the page is printed. */
function useSample(): CardHolder {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      name: t('acceptance.sample.name'),
      surname: t('acceptance.sample.surname'),
      email: 'anna@example.com',
      tel: '',
      balanceMinor: 1_250_00,
      bonusMinor: 320_00,
      discountHundredths: 7_00,
      promoCode: '',
      cardNumber: 412,
      cardTrack: '',
      crmUpdatedAt: null,
      extra: {},
    }),
    [t],
  )
}

const STEPS = ['ask', 'read', 'check'] as const

/** Three steps, what both phones show, and a code to try the scanner with. */
export function Guide({ card }: { card: TemplateRow }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const holder = useSample()
  const variables = useVariables(c).data
  const filled = useMemo(
    () => fillCard(card.design, cardValues(holder, variables ?? [], undefined), (id) => fileUrl(c, id)),
    [card, holder, variables, c],
  )
  const kind = card.design.barcode.type
  const code = filled.barcode
  const number = cardNumberText(holder.cardNumber)
  return (
    <div className={classes.guide}>
      <div className={classes.steps}>
        <ol className={classes.list}>
          {STEPS.map((step, i) => (
            <li key={step}>
              <Paper withBorder p="lg" className={classes.step}>
                <span className={classes.number} aria-hidden="true">
                  {i + 1}
                </span>
                <div>
                  <Title order={2}>{t(`acceptance.steps.${step}.title`)}</Title>
                  {step === 'ask' && (
                    <>
                      <Text>
                        <strong>iPhone.</strong> {t('acceptance.steps.ask.iphone')}
                      </Text>
                      <Text>
                        <strong>Android.</strong> {t('acceptance.steps.ask.android')}
                      </Text>
                    </>
                  )}
                  {step === 'read' && (
                    <>
                      <Text>{t(`acceptance.steps.read.${kind}`)}</Text>
                      {kind !== 'none' && <Text>{t('acceptance.steps.read.type', { number })}</Text>}
                    </>
                  )}
                  {step === 'check' && <Text>{t('acceptance.steps.check.text', { number })}</Text>}
                </div>
              </Paper>
            </li>
          ))}
        </ol>
        <Paper withBorder p="lg">
          <Title order={2} mb="xs">
            {t('acceptance.trouble.title')}
          </Title>
          <ul className={classes.tips}>
            {(['dark', 'cracked', 'none', 'offline'] as const).map((tip) => (
              <li key={tip}>{t(`acceptance.trouble.${tip}`)}</li>
            ))}
          </ul>
        </Paper>
        {code && code.message !== '' && (
          <Paper withBorder p="lg" className={classes.trial}>
            <div>
              <Title order={2} mb="xs">
                {t('acceptance.trial.title')}
              </Title>
              <Text>
                {t('acceptance.trial.text')} <strong className="k-number">{code.message}</strong>
              </Text>
            </div>
            <div className={isWideCode(code.type) ? classes.bars : classes.square}>
              <Barcode type={code.type} message={code.message} label={t('acceptance.trial.title')} />
            </div>
          </Paper>
        )}
      </div>
      <div className={classes.stage}>
        <figure className={classes.face}>
          <ApplePass
            view={applePassViewOf(filled)}
            label={t('acceptance.face', { wallet: t('common.wallets.apple') })}
            className="k-lifted"
          />
          <figcaption>{t('acceptance.on', { wallet: t('common.wallets.apple') })}</figcaption>
        </figure>
        <figure className={classes.face}>
          <GooglePass
            view={googlePassViewOf(filled)}
            label={t('acceptance.face', { wallet: t('common.wallets.google') })}
          />
          <figcaption>{t('acceptance.on', { wallet: t('common.wallets.google') })}</figcaption>
        </figure>
      </div>
    </div>
  )
}
