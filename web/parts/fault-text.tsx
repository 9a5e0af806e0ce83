import { Button } from '@mantine/core'

/** A fault in a toast: what it is, and the way to where it can be mended. */
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
