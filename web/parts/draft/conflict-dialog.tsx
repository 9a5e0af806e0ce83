/** Somebody else has saved: shows what they changed, field by field, with a choice where both changed the same. */
import { Button, Group, Modal, Radio, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Change, type Merged, ORDER, type Path, pathId } from '../../base/draft/merge.ts'
import { isTree, PAGE_KEY } from '../../base/draft/same.ts'
import classes from './conflict-dialog.module.css'

/** How an editor names its fields and shows their values. */
export type DraftFields = {
  nameOf: (path: Path) => string
  /** Without it, or if it returns undefined, texts, numbers and switches are shown as they are. */
  textOf?: (path: Path, value: unknown) => ReactNode | undefined
}

type ConflictDialogProps = {
  conflict: {
    origin: 'save' | 'kept'
    merge: (chosen: ReadonlySet<string>) => Merged<unknown>
    settle: (chosen: ReadonlySet<string>) => Promise<void>
    takeTheirs: () => void
    close: () => void
  }
  isBusy: boolean
  fields: DraftFields
}

export function ConflictDialog({ conflict, isBusy, fields }: ConflictDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { conflicts, taken } = conflict.merge(chosen)
  const choose = (change: Change, side: string) => {
    const id = pathId(change.path)
    setChosen((before) => new Set([...before].filter((one) => one !== id).concat(side === 'theirs' ? [id] : [])))
  }
  return (
    <Modal
      opened
      onClose={conflict.close}
      size="lg"
      title={t('common.conflict.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="md">{t(conflicts.length > 0 ? 'common.conflict.choose' : 'common.conflict.apart')}</Text>
      {conflicts.map((change) => (
        <Choice
          key={pathId(change.path)}
          change={change}
          fields={fields}
          isTheirs={chosen.has(pathId(change.path))}
          onChoose={(side) => choose(change, side)}
        />
      ))}
      {taken.length > 0 && <Taken changes={taken} fields={fields} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="red" onClick={conflict.takeTheirs} disabled={isBusy}>
          {t('common.conflict.dropMine')}
        </Button>
        <Button variant="default" onClick={conflict.close} disabled={isBusy}>
          {t('common.conflict.close')}
        </Button>
        <Button data-autofocus onClick={() => void conflict.settle(chosen)} loading={isBusy}>
          {t(conflict.origin === 'save' ? 'common.conflict.save' : 'common.conflict.restore')}
        </Button>
      </Group>
    </Modal>
  )
}

type ChoiceProps = { change: Change; fields: DraftFields; isTheirs: boolean; onChoose: (side: string) => void }

function Choice({ change, fields, isTheirs, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={<FieldName path={change.path} fields={fields} />}
      value={isTheirs ? 'theirs' : 'mine'}
      onChange={onChoose}
      mb="md"
    >
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Radio
            key={side}
            value={side}
            className={classes.side ?? ''}
            label={
              <>
                <span className={classes.who}>{t(`common.conflict.${side}`)}</span>
                <FieldText path={change.path} value={change[side]} fields={fields} />
              </>
            }
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** What only the other side changed is kept without asking. */
function Taken({ changes, fields }: { changes: readonly Change[]; fields: DraftFields }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="conflict-taken">
      <Text component="h3" id="conflict-taken" fz="sm" fw={600} m={0} mb={4}>
        {t('common.conflict.taken')}
      </Text>
      <dl className={classes.taken}>
        {changes.map(({ path, base, theirs }) => (
          <div key={pathId(path)}>
            <dt>
              <FieldName path={path} fields={fields} />
            </dt>
            <dd>
              <del>
                <FieldText path={path} value={base} fields={fields} />
              </del>
              <span aria-hidden="true"> → </span>
              <FieldText path={path} value={theirs} fields={fields} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type FieldProps = { path: Path; fields: DraftFields }

function FieldName({ path, fields }: FieldProps) {
  const { t } = useTranslation()
  if (path.at(-1) !== ORDER) return fields.nameOf(path)
  return t('common.conflict.order', { list: fields.nameOf(path.slice(0, -1)) })
}

function FieldText({ path, value, fields }: FieldProps & { value: unknown }) {
  const { t } = useTranslation()
  const own = path.at(-1) === ORDER || value === undefined ? undefined : fields.textOf?.(path, value)
  if (own !== undefined) return <span className={classes.text}>{own}</span>
  if (value === undefined) return <em>{t('common.conflict.gone')}</em>
  if (typeof value === 'boolean') return t(value ? 'common.conflict.on' : 'common.conflict.off')
  const text = textOf(value)
  return text === '' ? <em>{t('common.conflict.empty')}</em> : <span className={classes.text}>{text}</span>
}

/** Texts and numbers of a value in one line. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isTree(value))
    return Object.entries(value)
      .filter(([key]) => key !== PAGE_KEY)
      .map(([, part]) => textOf(part))
      .filter((text) => text !== '')
      .join(' · ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
