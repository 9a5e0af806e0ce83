import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SendInputOf } from '../../../contract/call.ts'
import { posters } from '../../../contract/people/posters.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { readOptions } from '../../base/query.ts'
import { Bone } from '../../parts/loading.tsx'
import classes from './poster.module.css'

type Query = SendInputOf<typeof posters.readPoster>['query']

/** The print as it will be: the same letters in the same places. */
export function PosterPreview({ formKey, query }: { formKey: string; query: Query }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useQuery({
    ...readOptions(posters.readPoster, { params: { c, formKey }, query }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 60_000,
  })
  const [url, setUrl] = useState<string | null>(null)
  const picture = read.data
  useEffect(() => {
    if (!picture) return undefined
    const made = URL.createObjectURL(new Blob([new Uint8Array(picture.bytes)], { type: picture.type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  if (read.isError)
    return (
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed">{t('links.poster.failed')}</Text>
        <Button variant="default" onClick={() => void read.refetch()} loading={read.isFetching}>
          {t('links.poster.retry')}
        </Button>
      </Stack>
    )
  if (url === null) return <Bone className={classes.sheet ?? ''} height={420} />
  return (
    <div className={classes.stage} aria-busy={read.isPlaceholderData}>
      <img src={url} alt={t('links.poster.preview')} className={classes.sheet} />
    </div>
  )
}
