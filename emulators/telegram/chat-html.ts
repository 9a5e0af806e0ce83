/** Telegram as people see it, as HTML: bots, the page that a link opens, and a chat. Pure. */
import { escapeHtml, htmlDocument, refreshing } from '../html.ts'
import { linkText } from '../smtp/mailbox-html.ts'
import type { Button, Chat, EmulatedBot, Person, TelegramState } from './world.ts'

const hidden = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('')
const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`

function page(title: string, prefix: string, body: string): string {
  return htmlDocument({
    title,
    body,
    head: `<link rel="stylesheet" href="${prefix}/chat.css">\n${refreshing(`${prefix}/chat.js`)}`,
  })
}

/** Bots and their chats, with what BotFather does. @param fault why the latest bot was not made */
export function botsPage({ bots, people }: TelegramState, prefix: string, fault: string): string {
  const nameOf = (id: number) => people.find((person) => person.id === id)?.name ?? String(id)
  const rows = bots.map((bot) => {
    const chats = bot.chats.map(
      ({ userId, isBlocked }) =>
        `<li><a href="${prefix}/chat?bot=${bot.username}&user=${userId}">${escapeHtml(nameOf(userId))}</a>${
          isBlocked ? ' · blocked' : ''
        }</li>`,
    )
    return `<li class="bot"><h2>${escapeHtml(bot.name)} <span>@${escapeHtml(bot.username)}</span></h2>
      <p>Token: <code>${escapeHtml(bot.token)}</code></p>
      <p>${bot.webhook ? 'Sends updates' : 'Sends no updates'}${
        bot.lastError ? ` · ${escapeHtml(bot.lastError.text)}` : ''
      }</p>
      ${chats.length > 0 ? `<p>Chats</p><ul>${chats.join('')}</ul>` : '<p>No chats yet.</p>'}
      <form action="${prefix}/revoke" method="post">${hidden({ bot: bot.username })}
        <button class="quiet" type="submit">Revoke token</button></form></li>`
  })
  return page(
    'Telegram',
    prefix,
    `
  <header class="bar"><h1>Telegram</h1></header>
  <main data-newest="" data-count="0">
    <form class="new" action="${prefix}/bots" method="post">
      <h2>New bot</h2>
      <label>Name <input name="name" required maxlength="64" placeholder="Coffee Lab"></label>
      <label>Username <input name="username" required maxlength="32" placeholder="coffee_lab_bot"></label>
      ${fault === '' ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
      <button type="submit">Create bot</button>
    </form>
    ${
      rows.length > 0
        ? `<ol class="bots">${rows.join('')}</ol>`
        : '<div class="nothing"><p>No bots yet.</p><p>Create one, then paste its token into the module.</p></div>'
    }
  </main>`,
  )
}

/** Where a link to a bot leads. */
export function startPage(bot: EmulatedBot, payload: string, people: readonly Person[], prefix: string): string {
  const name = people.at(-1)?.name ?? 'Anna'
  return page(
    bot.name,
    prefix,
    `
  <header class="bar"><a class="back" href="${prefix}/">← Telegram</a></header>
  <main class="thread" data-newest="" data-count="0">
    <h1>${escapeHtml(bot.name)}</h1><p>@${escapeHtml(bot.username)}</p>
    <form class="new" action="${prefix}/start" method="post">
      ${hidden({ bot: bot.username, payload })}
      <label>Open on the phone of <input name="name" required maxlength="64" value="${escapeHtml(name)}"></label>
      <button type="submit">Start</button>
    </form>
  </main>`,
  )
}

function buttonHtml(button: Button, action: string, fields: string): string {
  if ('url' in button) return `<a class="key" href="${escapeHtml(button.url)}">${escapeHtml(button.text)}</a>`
  return `<form action="${action}" method="post">${fields}${hidden({ data: button.callback_data })}
    <button class="quiet key" type="submit">${escapeHtml(button.text)}</button></form>`
}

export function chatPage(bot: EmulatedBot, person: Person, chat: Chat, prefix: string): string {
  const fields = hidden({ bot: bot.username, user: person.id })
  const bubbles = chat.messages.map(({ by, text, at, buttons }) => {
    const keys = buttons.flat().map((button) => buttonHtml(button, `${prefix}/press`, fields))
    return `<li class="${by}"><p class="bubble">${linkText(text)}</p>${keys.join('')}${time(at)}</li>`
  })
  return page(
    `${bot.name} – ${person.name}`,
    prefix,
    `
  <header class="bar"><a class="back" href="${prefix}/">← Telegram</a>
    <form class="end" action="${prefix}/${chat.isBlocked ? 'unblock' : 'block'}" method="post">${fields}
      <button class="quiet" type="submit">${chat.isBlocked ? 'Unblock bot' : 'Block bot'}</button></form>
  </header>
  <main class="thread" data-newest="${chat.messages.at(-1)?.id ?? ''}" data-count="${chat.messages.length}">
    <h1>${escapeHtml(bot.name)}</h1><p>The phone of ${escapeHtml(person.name)}</p>
    <ol class="bubbles">${bubbles.join('')}</ol>
    <form class="say" action="${prefix}/say" method="post">${fields}
      <input name="text" aria-label="Message" autocomplete="off" required maxlength="4096">
      <button type="submit">Send</button></form>
  </main>`,
  )
}
