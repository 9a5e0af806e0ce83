/** A button whose menu is loaded when it is about to be opened: the first page does not wait for menus. */
import { cloneElement, type ComponentType, lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react'

type TargetProps = { onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void }
export type Target = ReactElement<TargetProps>
/** What a menu that comes late is given; it renders the target too. */
export type OverProps = { target: Target; isOpen: boolean; onChange: (isOpen: boolean) => void }

/** @param load called again by every hint that the menu will be wanted */
export function lateOver<Props extends object>(load: () => Promise<ComponentType<Props & OverProps>>) {
  const Over = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props & OverProps>
  const begin = () => void load().catch(() => undefined)
  return function LateOver({ target, ...props }: Props & { target: Target }) {
    const [isWanted, setIsWanted] = useState(false)
    const [isOpen, setIsOpen] = useState(false)
    const place = useRef<HTMLSpanElement>(null)
    const show = () => {
      // It is another element now, and what opens gives the focus back to where it was.
      place.current?.querySelector('button')?.focus()
      setIsOpen(true)
    }
    const plain = cloneElement(target, { onClick: () => setIsWanted(true), onPointerEnter: begin, onFocus: begin })
    return (
      <span ref={place} style={{ display: 'contents' }}>
        {isWanted ? (
          <Suspense fallback={plain}>
            <Over {...(props as unknown as Props)} target={target} isOpen={isOpen} onChange={setIsOpen} />
            <Loaded onLoad={show} />
          </Suspense>
        ) : (
          plain
        )}
      </span>
    )
  }
}

function Loaded({ onLoad }: { onLoad: () => void }) {
  const latest = useRef(onLoad)
  useEffect(() => latest.current(), [])
  return null
}
