import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const TryOnDialog = lazy(() => import('./try-on.tsx').then((file) => ({ default: file.TryOnDialog })))

export function TryOnButton({ templateId, isDirty }: { templateId: string; isDirty: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('templates.tryOn.button')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <TryOnDialog templateId={templateId} isDirty={isDirty} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
