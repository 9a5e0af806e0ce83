/** The answers while they are being given: checked and kept step by step. */
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { poll, type Poll, type PollAnswers } from '../../../contract/business/poll.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { faultsIn } from '../../base/form.ts'
import { toastDone } from '../../base/toast.ts'
import { useWrite } from '../../base/write.ts'
import { answersOf, shapeOf, STEPS, stepOf } from './steps.ts'

export function usePoll(known: Poll, onFinished: () => void) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const { isFinished: _, isPhoneConfirmed: _confirmed, ...answers } = known
  const [step, setStep] = useState(0)
  const form = useForm<PollAnswers>({
    mode: 'controlled',
    initialValues: answers,
    validate: (values) => faultsIn(shapeOf(step), values),
  })
  const isLeaving = useRef(false)
  const save = useWrite(poll.savePoll, {
    form,
    refresh: [poll.readPoll, cabinets.openCabinet, cabinets.listCabinets],
    onRefused: ({ fields }) => {
      if (isLeaving.current) return true
      const wrongStep = stepOf(Object.keys(fields))
      if (wrongStep !== undefined) setStep(wrongStep)
      return undefined
    },
    onDone: (_reply, { body }) => {
      if (!body?.isFinished) return
      toastDone(t('poll.done'))
      onFinished()
    },
  })
  const next = async () => {
    if (form.validate().hasErrors) return
    const isLast = step === STEPS.length - 1
    const kept = await save.ask({
      params: { c },
      body: isLast ? { ...form.getValues(), isFinished: true } : answersOf(step, form.getValues()),
    })
    if (kept && !isLast) setStep(step + 1)
  }
  /** Saves what is valid, silently: leaving with an unfinished phone number is no error. */
  const keep = async () => {
    if (!form.isDirty()) return
    isLeaving.current = true
    const { phone, ...rest } = form.getValues()
    if (!(await save.ask({ params: { c }, body: { ...rest, phone } }))) await save.ask({ params: { c }, body: rest })
  }
  const back = () => {
    form.clearErrors()
    setStep(step - 1)
  }
  return { form, step, next, back, keep, isBusy: save.isBusy }
}
