import type { LogLine, PhoneLog } from './log.ts'
import { useSpeech } from './speech.tsx'
import { useStore } from './store.ts'

/** Requests of the phone and their answers, newest first. */
export function LogPanel({ log }: { log: PhoneLog }) {
  const { say } = useSpeech()
  const lines = useStore(log.lines)
  return (
    <details className="log" open>
      <summary>
        <span>{say('log.title')}</span>
        <span className="log-count">{lines.length}</span>
      </summary>
      {lines.length === 0 ? (
        <p className="log-empty">{say('log.empty')}</p>
      ) : (
        <>
          <ol className="log-lines" tabIndex={0} aria-label={say('log.title')}>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
          <button type="button" className="log-clear" onClick={log.clear}>
            {say('log.clear')}
          </button>
        </>
      )}
    </details>
  )
}

function Line({ line }: { line: LogLine }) {
  const { say, locale } = useSpeech()
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(line.at)
  return (
    <li data-outcome={line.outcome}>
      <span className="log-what">{say(line.word, line.values)}</span>
      <time dateTime={new Date(line.at).toISOString()}>{time}</time>
      {line.request && (
        <code>
          {line.request}
          {line.status !== undefined && <b>{line.status}</b>}
        </code>
      )}
    </li>
  )
}
