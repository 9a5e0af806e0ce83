import { Button, Menu, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEGMENT_CRITERIA_MAX } from '../../../contract/limits.ts'
import { CRITERION_KINDS, type Match, type Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { DraftBar } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { ConditionRow } from './condition-row.tsx'
import { type usePlaces, useTags } from './data.ts'
import { RemoveSegment, UsedBy } from './remove-segment.tsx'
import { wholeCriteria } from './rows.ts'
import { rulesText } from './sentences.ts'
import classes from './segments.module.css'
import { SizePanel } from './size-panel.tsx'
import { useCount } from './use-count.ts'
import { useKindName, useSentences } from './use-sentences.ts'
import type { Draft } from './segment-draft.ts'
import { useSegmentFields } from './use-segment-fields.ts'
import { ADD_ID, NAME_ID, type SegmentForm, useSegmentForm } from './use-segment-form.ts'

type EditorFormProps = {
  segment: Segment
  start: Draft | null
  places: NonNullable<ReturnType<typeof usePlaces>['data']>
}

const NAME_MAX = 80

export function EditorForm({ segment, start, places }: EditorFormProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const form = useSegmentForm(segment, start)
  const { errors, base } = form
  const draft = form.draft.value
  const criteria = wholeCriteria(draft.rows)
  const count = useCount(c, draft.match, criteria)
  const sentences = useSentences(c)
  const fields = useSegmentFields(sentences)
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <Page width="wide">
      <PageHeader
        title={draft.name.trim() || t('segments.editor.newTitle')}
        more={
          base.isDraft
            ? []
            : [
                guard({
                  label: t('segments.remove.verb'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  isDangerous: true,
                  onClick: () => setIsRemoving(true),
                }),
              ]
        }
      />
      <KeptBanner kept={form.draft.kept} />
      {errors.limit && <PlanBanner state="full" text={errors.limit.message} />}
      <div className={classes.editor}>
        <div className={classes.column}>
          <section className={classes.section}>
            <TextInput
              id={NAME_ID}
              label={t('segments.editor.name')}
              description={t('segments.editor.nameHint')}
              placeholder={t('segments.editor.namePlaceholder')}
              value={draft.name}
              onChange={(event) => form.setName(event.currentTarget.value)}
              maxLength={NAME_MAX}
              error={errors.name}
              autoComplete="off"
            />
          </section>
          <Conditions form={form} places={places} count={count} sentences={sentences} />
          {base.usedBy.length > 0 && (
            <section className={classes.section}>
              <Text component="h2" fz="md" fw={600} m={0}>
                {t('segments.editor.usedBy')}
              </Text>
              <UsedBy uses={base.usedBy} />
            </section>
          )}
        </div>
        <aside className={classes.side}>
          <SizePanel form={form} count={count} />
        </aside>
      </div>
      <DraftBar
        draft={form.draft}
        fields={fields}
        saveLabel={t(base.isDraft ? 'segments.editor.create' : 'common.save')}
      />
      <RemoveSegment
        segment={isRemoving ? base : null}
        onClose={() => setIsRemoving(false)}
        onDone={() =>
          void navigate({
            to: '/$cabinetDomain/segments',
            params: { cabinetDomain: domain },
            search: {},
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  )
}

type ConditionsProps = {
  form: SegmentForm
  places: EditorFormProps['places']
  count: ReturnType<typeof useCount>
  sentences: ReturnType<typeof useSentences>
}

/** The conditions, how they are combined, and the result as a sentence. */
function Conditions({ form, places, count, sentences }: ConditionsProps) {
  const { t } = useTranslation()
  const kindName = useKindName()
  const { errors } = form
  const draft = form.draft.value
  const criteria = wholeCriteria(draft.rows)
  const forms = places.forms.map((one) => ({ value: one.formKey, label: one.name }))
  const tags = (useTags(useCabinet().id).data?.tags ?? []).map((one) => ({ value: one.id, label: one.name }))
  const cards = places.templates.map((one) => ({ value: one.id, label: one.name }))
  return (
    <section className={classes.section} aria-labelledby="segment-conditions">
      <div className={classes.match}>
        <Text component="h2" id="segment-conditions" fz="md" fw={600} m={0}>
          {t('segments.editor.conditions')}
        </Text>
        <SegmentedControl
          aria-label={t('segments.editor.matchLabel')}
          value={draft.match}
          onChange={(match) => form.setMatch(match as Match)}
          data={(['all', 'any'] as const).map((value) => ({ value, label: t(`segments.editor.match.${value}`) }))}
        />
      </div>
      {draft.rows.length > 0 && (
        <ol className={classes.rows}>
          {draft.rows.map((row, index) => (
            <ConditionRow
              key={row.pageKey}
              row={row}
              no={index + 1}
              form={form}
              count={count}
              forms={forms}
              cards={cards}
              tags={tags}
            />
          ))}
        </ol>
      )}
      <div>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              id={ADD_ID}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              disabled={form.isFull}
            >
              {t('segments.editor.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {CRITERION_KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => form.add(kind)}>
                {kindName(kind)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {form.isFull && (
          <Text className="k-small" c="dimmed" mt={4}>
            {t('segments.editor.full', { count: SEGMENT_CRITERIA_MAX })}
          </Text>
        )}
        {errors.criteria !== undefined && draft.rows.length === 0 && (
          <Text c="red" size="sm" role="alert" mt={4}>
            {errors.criteria}
          </Text>
        )}
      </div>
      {criteria.length > 0 && (
        <p className={classes.summary}>
          <strong>{t('segments.editor.summary')}</strong> {rulesText(sentences, { match: draft.match, criteria })}
        </p>
      )}
    </section>
  )
}
