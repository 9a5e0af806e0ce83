/** Offers the test phones to a browser that may see them. Loaded only where the outside world is emulated. */
async function offer(link: HTMLElement): Promise<void> {
  const response = await fetch('/outside/visit.json', { headers: { accept: 'application/json' } }).catch(() => null)
  if (!response?.ok) return
  const { reach } = (await response.json()) as { reach: 'all' | 'phones' | 'none' }
  link.hidden = reach === 'none'
}

// On a test phone there is no other one.
if (window === window.top)
  for (const link of document.querySelectorAll<HTMLElement>('[data-test-phones]')) void offer(link)

export {}
