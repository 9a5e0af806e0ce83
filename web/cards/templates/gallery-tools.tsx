/** Search and order of the card designs, kept in the address. */
import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useLanguage } from '../../base/words.ts'
import { tagOf } from '../../../words/words.ts'
import classes from './templates.module.css'

const ORDERS = ['created', 'updated', 'name', 'issued'] as const
type Order = (typeof ORDERS)[number]

export type Gallery = {
  q: string
  order: Order
  put: (change: { q?: string | undefined; o?: string | undefined }) => void
  /** What is looked for, in the chosen order. */
  of: (rows: readonly TemplateRow[]) => TemplateRow[]
}

export function useGallery(): Gallery {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const tag = tagOf(useLanguage())
  const q = typeof search.q === 'string' ? search.q : ''
  const order = ORDERS.find((one) => one === search.o) ?? 'created'
  const wanted = q.trim().toLocaleLowerCase(tag)
  const compare: Record<Order, (a: TemplateRow, b: TemplateRow) => number> = {
    // As the server lists them: the one for new clients, then the oldest.
    created: () => 0,
    updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
    name: (a, b) => a.name.localeCompare(b.name, tag),
    issued: (a, b) => b.issued - a.issued,
  }
  return {
    q,
    order,
    put: (change) =>
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: ((before: object) => ({ ...before, ...change })) as never,
      }),
    of: (rows) => rows.filter((row) => row.name.toLocaleLowerCase(tag).includes(wanted)).sort(compare[order]),
  }
}

export function GalleryTools({ gallery }: { gallery: Gallery }) {
  const { t } = useTranslation()
  return (
    <div className={classes.galleryTools} role="search">
      <TextInput
        type="search"
        className={classes.gallerySearch ?? ''}
        data-table-search=""
        aria-label={t('templates.list.search')}
        placeholder={t('templates.list.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        maxLength={100}
        value={gallery.q}
        onChange={(event) => gallery.put({ q: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t('templates.list.order')}
        value={gallery.order}
        onChange={({ currentTarget: { value } }) => gallery.put({ o: value === 'created' ? undefined : value })}
        data={ORDERS.map((value) => ({ value, label: t(`templates.list.orders.${value}`) }))}
      />
    </div>
  )
}
