import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'
import { useLeaveGuard } from './leave.tsx'

type SavedForm = {
  isDirty: boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
  /** The question before the page is left with unsaved changes. */
  leave: ReactNode
}

/**
 * A form over what is saved: after saving it shows what the server stored.
 * @param store returns what is stored now, or undefined when it was refused (and shown)
 */
export function useSavedForm<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  store: (values: Values) => Promise<Values | undefined>,
): SavedForm {
  const isDirty = form.isDirty()
  const save = async (values: Values): Promise<boolean> => {
    const saved = await store(values)
    if (saved) {
      form.setValues(saved)
      form.resetDirty(saved)
    }
    return saved !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : save(form.getValues()),
  )
  return { isDirty, submit: form.onSubmit((values) => void save(values)), leave }
}
