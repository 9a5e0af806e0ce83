// Shows what the product has changed within two seconds, without disturbing someone who is typing.
const main = document.querySelector('main')
const digest = new URL('digest' + location.search, location.href.replace(/\?.*/, '') + '/')

if (main.dataset.digest !== '')
  setInterval(async () => {
    if (document.hidden || document.activeElement?.matches('input')) return
    if (
      [...document.querySelectorAll('input')].some(
        (input) => input.type !== 'radio' && input.value !== input.defaultValue,
      )
    )
      return
    try {
      const { digest: now } = await (await fetch(digest)).json()
      if (now !== main.dataset.digest) location.reload()
    } catch {
      // The server is away for a moment; the next turn asks again.
    }
  }, 2000)
