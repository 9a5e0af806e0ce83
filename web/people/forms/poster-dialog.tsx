/** A poster or a table stand of the form: format, link and text on one side, the print on the other. */
import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormLink } from '../../../contract/people/form-links.ts'
import {
  POSTER_FORMATS,
  POSTER_MAX,
  type PosterFormat,
  type PosterText,
  posters,
} from '../../../contract/people/posters.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import { PHONE } from '../../base/theme.ts'
import { useWrite } from '../../base/write.ts'
import classes from './poster.module.css'
import { PosterPreview } from './poster-preview.tsx'

const PREVIEW_WAIT_MS = 300
const FIELDS = ['title', 'benefit', 'steps', 'note'] as const

type PosterDialogProps = {
  formKey: string
  links: readonly FormLink[]
  /** The link whose poster it is; undefined: the form's own address. */
  link: FormLink | undefined
  onClose: () => void
}

export function PosterDialog({ formKey, links, link, onClose }: PosterDialogProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const saved = useRead(posters.readPosterText, { params: { c, formKey } }).data
  const [format, setFormat] = useState<PosterFormat>('a4')
  const [linkId, setLinkId] = useState(link?.id ?? '')
  const [own, setOwn] = useState<Partial<PosterText>>({})
  const [typed] = useDebouncedValue(own, PREVIEW_WAIT_MS)
  const file = useWrite(posters.readPoster, { onDone: keepFile })
  const save = useWrite(posters.savePosterText, { refresh: [posters.readPosterText] })
  const isChanged = saved !== undefined && FIELDS.some((name) => own[name] !== undefined && own[name] !== saved[name])
  /** The text is kept for the next poster of the form, without a button of its own. */
  const keepText = () => {
    if (isChanged) save.run({ params: { c, formKey }, body: { ...saved.own, ...own } })
  }
  const isOwn = saved !== undefined && FIELDS.some((name) => (own[name] ?? saved[name]) !== saved.usual[name])
  const asked = { format, ...(linkId !== '' && { link: linkId }) }
  return (
    <Modal
      opened
      onClose={() => {
        keepText()
        onClose()
      }}
      size="60rem"
      fullScreen={isPhone ?? false}
      title={t('links.poster.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.columns}>
        <Stack gap="md">
          <Select
            label={t('links.poster.format')}
            allowDeselect={false}
            value={format}
            onChange={(value) => setFormat(value as PosterFormat)}
            data={POSTER_FORMATS.map((value) => ({ value, label: t(`links.poster.formats.${value}`) }))}
          />
          <Select
            label={t('links.poster.link')}
            description={t('links.poster.linkHint')}
            allowDeselect={false}
            data={[
              { value: '', label: t('links.poster.noLink') },
              ...links.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={linkId}
            onChange={(value) => setLinkId(value ?? '')}
          />
          {FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`links.poster.fields.${name}`)}
              maxLength={POSTER_MAX[name]}
              value={own[name] ?? saved?.[name] ?? ''}
              onChange={(event) => setOwn({ ...own, [name]: event.currentTarget.value })}
            />
          ))}
          {isOwn && (
            <Button variant="subtle" className={classes.reset ?? ''} onClick={() => setOwn(saved.usual)}>
              {t('links.poster.reset')}
            </Button>
          )}
          <Text className="k-small" c="dimmed">
            {t('links.poster.print')} {format === 'tent' && t('links.poster.tentHint')}
          </Text>
          <Button
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={file.isBusy}
            aria-busy={file.isBusy}
            onClick={() => {
              keepText()
              file.run({ params: { c, formKey }, query: { ...asked, ...own, file: 'pdf' } })
            }}
          >
            {t('links.poster.download')}
          </Button>
        </Stack>
        <PosterPreview formKey={formKey} query={{ ...asked, ...typed, file: 'svg' }} />
      </div>
    </Modal>
  )
}
