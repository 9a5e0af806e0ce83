/** Our values beside the fields of the CRM. A field that is missing there is created when the map is saved. */
import { Button, Group, List, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldDirection, FieldMap, OurField, TheirField } from '../../../contract/business/crm-fields.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loading } from '../../parts/loading.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useCreateFields, useSaveFieldMap, useTheirFields } from './field-data.ts'
import { type Draft, directionsFor, draftOf, fieldsFor, linksOf, MADE, withPair } from './field-draft.ts'
import classes from './integration.module.css'

type FieldEditorProps = { c: number; name: string; map: FieldMap; onClose: () => void }

export function FieldEditor({ c, name, map, onClose }: FieldEditorProps) {
  const { t } = useTranslation()
  const read = useTheirFields(c)
  if (read.data)
    return (
      <Editor c={c} name={name} map={map} onClose={onClose} theirs={read.data.fields} guesses={read.data.guesses} />
    )
  if (!read.isError) return <Loading shapes={[200]} />
  return (
    <StatusBanner
      tone="warning"
      action={
        <Button variant="default" size="compact-sm" onClick={() => void read.refetch()}>
          {t('common.retry')}
        </Button>
      }
    >
      {read.error.message}
    </StatusBanner>
  )
}

type EditorProps = FieldEditorProps & { theirs: readonly TheirField[]; guesses: readonly Guess[] }
type Guess = { ours: string; theirs: string }

function useLabels() {
  const { t } = useTranslation()
  return ({ group, name, description }: OurField): string => {
    if (group === 'card') return t(`integration.fields.card.${name as 'link'}`)
    return group === 'field' ? t(`clients.client.fields.${name as 'privilege'}`) : description || name
  }
}

function Editor({ c, name, map, theirs, guesses, onClose }: EditorProps) {
  const { t } = useTranslation()
  const labelOf = useLabels()
  const [draft, setDraft] = useState<Draft>(() => draftOf(map, theirs))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(map, theirs))
  const [isAsking, setIsAsking] = useState(false)
  const create = useCreateFields(c)
  const save = useSaveFieldMap(c)
  const made = map.ours.filter(({ ours }) => draft[ours]?.theirs === MADE)
  const useful = guesses.filter(
    (guess) => !draft[guess.ours] && !Object.values(draft).some((one) => one?.theirs === guess.theirs),
  )
  const put = (our: OurField, theirsId: string) => setDraft(withPair(map, theirs, draft, our, theirsId))
  const refused = create.refused ?? save.refused

  async function keep() {
    let fields = theirs
    if (made.length > 0) {
      const body = { fields: made.map((our) => ({ name: labelOf(our), kind: our.kind })) }
      const reply = await create.ask({ params: { c }, body })
      if (!reply) return setIsAsking(false)
      fields = reply.fields
    }
    const links = linksOf(draft, (ours) => {
      const our = made.find((one) => one.ours === ours)
      return our && fields.find((field) => field.name === labelOf(our))?.id
    })
    const saved = await save.ask({ params: { c }, body: { links, version: map.version } })
    setIsAsking(false)
    if (saved) onClose()
  }

  const isBusy = create.isBusy || save.isBusy
  return (
    <Stack gap="md">
      {theirs.length === 0 && <Text>{t('integration.fields.noFields', { name })}</Text>}
      {useful.length > 0 && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() =>
            setDraft(
              useful.reduce((before, guess) => {
                const our = map.ours.find(({ ours }) => ours === guess.ours)
                return our ? withPair(map, theirs, before, our, guess.theirs) : before
              }, draft),
            )
          }
        >
          {t('integration.fields.guess', { count: useful.length })}
        </Button>
      )}
      {refused && (
        <StatusBanner tone="danger">{Object.values(refused.fields)[0]?.message ?? refused.message}</StatusBanner>
      )}
      <ul className={classes.desk} aria-label={t('integration.fields.rows')}>
        {map.ours.map((our) => (
          <Row
            key={our.ours}
            name={name}
            label={labelOf(our)}
            our={our}
            map={map}
            theirs={theirs}
            draft={draft}
            onField={(id) => put(our, id)}
            onDirection={(direction) =>
              setDraft({ ...draft, [our.ours]: { theirs: draft[our.ours]?.theirs ?? '', direction } })
            }
          />
        ))}
      </ul>
      <Group gap="xs">
        <WriteButton
          variant={isDirty ? 'filled' : 'default'}
          loading={isBusy}
          aria-busy={isBusy}
          onClick={() => (made.length > 0 ? setIsAsking(true) : void keep())}
        >
          {t('common.save')}
        </WriteButton>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t('common.cancel')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('integration.fields.confirm', { name })}
        confirmLabel={t('integration.fields.create')}
        onConfirm={() => void keep()}
        isBusy={isBusy}
        isDangerous={false}
      >
        <Text mb="xs">{t('integration.fields.confirmText', { name })}</Text>
        <List>
          {made.map((our) => (
            <List.Item key={our.ours}>
              {labelOf(our)} ({t(`integration.fields.kinds.${our.kind}`)})
            </List.Item>
          ))}
        </List>
      </ConfirmDialog>
    </Stack>
  )
}

type RowProps = {
  name: string
  label: string
  our: OurField
  map: FieldMap
  theirs: readonly TheirField[]
  draft: Draft
  onField: (id: string) => void
  onDirection: (direction: FieldDirection) => void
}

function Row({ name, label, our, map, theirs, draft, onField, onDirection }: RowProps) {
  const { t } = useTranslation()
  const chosen = draft[our.ours]
  const fields = fieldsFor(map, theirs, draft, our)
  const field = theirs.find(({ id }) => id === chosen?.theirs)
  const makes = map.customFields === 'made' && map.canSend
  return (
    <li className={classes.pair}>
      <div className={classes.value}>
        <Text fw={500}>{label}</Text>
        <span className="k-small">{t(`integration.fields.kinds.${our.kind}`)}</span>
      </div>
      <Select
        className={classes.choice ?? ''}
        aria-label={t('integration.fields.fieldOf', { name, value: label })}
        value={chosen?.theirs ?? ''}
        allowDeselect={false}
        searchable={fields.length > 12}
        data={[
          { value: '', label: t('integration.fields.notExchanged') },
          ...fields.map((one) => ({
            value: one.id,
            label: `${one.name} (${t(`integration.fields.kinds.${one.kind}`)})`,
          })),
          ...(makes ? [{ value: MADE, label: t('integration.fields.make', { field: label }) }] : []),
        ]}
        onChange={(id) => onField(id ?? '')}
      />
      {chosen ? (
        <Select
          className={classes.choice ?? ''}
          aria-label={t('integration.fields.directionOf', { value: label })}
          value={chosen.direction}
          allowDeselect={false}
          data={directionsFor(map, our, field).map((value) => ({
            value,
            label: t(`integration.fields.directions.${value}`),
          }))}
          onChange={(direction) => direction && onDirection(direction as FieldDirection)}
        />
      ) : (
        <div className={classes.choice} />
      )}
    </li>
  )
}
