/** Which values of clients are exchanged with which fields of the CRM: what is mapped, and the way to change it. */
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../parts/loading.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useFieldMap } from './field-data.ts'

const FieldEditor = lazy(() => import('./field-editor.tsx').then((file) => ({ default: file.FieldEditor })))

export function Fields({ c, name }: { c: number; name: string }) {
  const { t } = useTranslation()
  const { data: map } = useFieldMap(c)
  const [isOpen, setIsOpen] = useState(false)
  if (!map) return null
  const working = map.links.filter(({ state }) => state === 'ok').length
  return (
    <Paper component="section" p="lg" aria-labelledby="fields-title" data-fields>
      <Stack gap="md">
        <div>
          <Title order={2} id="fields-title">
            {t('integration.fields.title')}
          </Title>
          <Text c="dimmed">{t('integration.fields.lead', { name })}</Text>
        </div>
        {map.links.map(
          ({ theirs, name: field, state }) =>
            state !== 'ok' && (
              <StatusBanner key={theirs} tone="warning">
                {t(`integration.fields.states.${state}`, { field, name })}
              </StatusBanner>
            ),
        )}
        {isOpen ? (
          <Suspense fallback={<Loading shapes={[200]} />}>
            <FieldEditor key={map.version} c={c} name={name} map={map} onClose={() => setIsOpen(false)} />
          </Suspense>
        ) : (
          <>
            <Text>
              {working > 0 ? t('integration.fields.count', { count: working }) : t('integration.fields.none')}
            </Text>
            <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsOpen(true)}>
              {t('integration.fields.edit')}
            </Button>
          </>
        )}
      </Stack>
    </Paper>
  )
}
