import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './shell.module.css'

const PAUSE_MS = 400

/** A thin bar that moves while something takes long to load. */
export function LoadingBar() {
  const isFetching = useIsFetching({ predicate: (query) => query.state.data === undefined || query.isStale() }) > 0
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isBusy = isFetching || isLoading
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isBusy) {
      setIsShown(false)
      return undefined
    }
    const timer = setTimeout(() => setIsShown(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isBusy])
  return isShown ? <div className={classes.loading} aria-hidden="true" /> : null
}
