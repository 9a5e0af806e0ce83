import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type BeaconDraft, beaconFault, type BeaconFault, hasFault, newBeacon, POINT_NAME_MAX } from './point-draft.ts'
import { readableText } from '../../parts/token-input/tokens.ts'
import { PointRow } from './point-row.tsx'
import { PointText } from './point-text.tsx'
import classes from './points.module.css'
import type { PointsProps } from './points-props.ts'
import { usePointList } from './use-point-list.ts'

/** Beacons of an iBeacon push. */
export function BeaconsSection({ draft, change, limit, tokens, unknown, areFaultsShown, isDisabled }: PointsProps) {
  const { t } = useTranslation()
  const { beacons } = draft
  const list = usePointList(beacons, (next) => change((before) => ({ beacons: next(before.beacons) })))
  const facts = ({ uuid, major, minor }: BeaconDraft) =>
    [uuid, major && `major ${major}`, minor && `minor ${minor}`].filter(Boolean).join(' · ')
  return (
    <>
      <p className={classes.hint}>{t('pushes.points.beaconHint')}</p>
      {beacons.length === 0 && <Text c="dimmed">{t('pushes.points.noBeacons')}</Text>}
      <ol className={classes.points} aria-label={t('pushes.points.beacons')}>
        {beacons.map((beacon, i) => {
          const fault = beaconFault(beacon, unknown)
          return (
            <PointRow
              key={beacon.pageKey}
              no={i + 1}
              name={beacon.name}
              text={readableText(beacon.text, tokens)}
              facts={facts(beacon)}
              isOpen={list.open === beacon.pageKey}
              hasFault={areFaultsShown && hasFault(fault)}
              isDisabled={isDisabled}
              onOpen={() => list.setOpen(beacon.pageKey)}
              onClose={() => list.setOpen(null)}
              onRemove={() => list.remove(beacon)}
            >
              <BeaconForm
                beacon={beacon}
                fault={fault}
                areFaultsShown={areFaultsShown}
                onChange={(part) => list.edit(beacon.pageKey, part)}
              />
              <PointText
                value={beacon.text}
                onChange={(text) => list.edit(beacon.pageKey, { text })}
                tokens={tokens}
                isDisabled={isDisabled}
                fault={areFaultsShown ? fault.text : undefined}
              />
            </PointRow>
          )
        })}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isDisabled || beacons.length >= limit}
          onClick={() => list.add(newBeacon())}
        >
          {t('pushes.points.addBeacon')}
        </Button>
      </div>
    </>
  )
}

type BeaconFormProps = {
  beacon: BeaconDraft
  fault: BeaconFault
  areFaultsShown: boolean
  onChange: (part: Partial<BeaconDraft>) => void
}

function BeaconForm({ beacon, fault, areFaultsShown, onChange }: BeaconFormProps) {
  const { t } = useTranslation()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    name.current?.focus({ preventScroll: true })
  }, [])
  // Invalid input is an error immediately, empty input only after a try to save.
  const isShown = (part: 'uuid' | 'major' | 'minor') =>
    fault[part] !== undefined && (areFaultsShown || fault[part] === 'major' || beacon[part].trim() !== '')
  const numberError = (part: 'major' | 'minor') =>
    isShown(part)
      ? t(fault[part] === 'major' ? 'refusals.fields.beacon_major' : 'pushes.points.wrong.number')
      : undefined
  return (
    <>
      <TextInput
        ref={name}
        label={t('pushes.points.name')}
        description={t('pushes.points.nameHint')}
        placeholder={t('pushes.points.beaconPlaceholder')}
        value={beacon.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        maxLength={POINT_NAME_MAX}
        error={areFaultsShown && fault.name && t('refusals.fields.required')}
        autoComplete="off"
      />
      <div className={classes.uuid}>
        <TextInput
          label={t('pushes.points.uuid')}
          placeholder="1B4E28BA-2FA1-11D2-883F-0016D3CCA427"
          value={beacon.uuid}
          onChange={(event) => onChange({ uuid: event.currentTarget.value })}
          error={isShown('uuid') && t('refusals.fields.beacon_uuid')}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => onChange({ uuid: crypto.randomUUID().toUpperCase() })}
        >
          {t('pushes.points.newUuid')}
        </Button>
      </div>
      <div className={classes.pair}>
        {(['major', 'minor'] as const).map((part) => (
          <TextInput
            key={part}
            label={t(`pushes.points.${part}`)}
            value={beacon[part]}
            onChange={(event) => onChange({ [part]: event.currentTarget.value })}
            error={numberError(part)}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
          />
        ))}
      </div>
      <p className={classes.hint}>{t('pushes.points.numbersHint')}</p>
    </>
  )
}
