/** A conversation: its messages, oldest first. */
import type { ReactNode } from 'react'
import { useShow } from '../base/show.ts'
import classes from './message-thread.module.css'

export type ThreadMessage = {
  id: string
  author: string
  /** Written by the reader: it is on the right. */
  isOwn: boolean
  text: string
  at: string
  picture?: ReactNode
}

export function MessageThread({ messages, label }: { messages: readonly ThreadMessage[]; label: string }) {
  const show = useShow()
  return (
    <ol className={classes.thread} aria-label={label}>
      {messages.map((message) => (
        <li key={message.id} className={message.isOwn ? `${classes.message} ${classes.own}` : classes.message}>
          <div className={classes.head}>
            <span className={classes.author}>{message.author}</span>{' '}
            <time dateTime={message.at}>{show.dateTime(message.at)}</time>
          </div>
          <div className={classes.text}>{message.text}</div>
          {message.picture}
        </li>
      ))}
    </ol>
  )
}
