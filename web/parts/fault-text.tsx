import { Button } from '@mantine/core'

/** An error in a toast, with a button that leads to where it can be resolved. */
export function FaultText({ text, label, onAct }: { text: string; label: string; onAct: () => void }) {
  return (
    <>
      {text}{' '}
      <Button variant="subtle" size="compact-sm" data-compact onClick={onAct}>
        {label}
      </Button>
    </>
  )
}
