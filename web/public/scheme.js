/* Chooses light or dark, and which frame stands until the page comes, before the first paint. A file of its own, because the page allows no inline script. */
;(function () {
  var chosen = null
  var isSignedIn = false
  try {
    chosen = localStorage.getItem('kartoteka.scheme')
    isSignedIn = localStorage.getItem('kartoteka.token') !== null
  } catch (_) {
    /* Storage is switched off: the device decides. */
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  if (isSignedIn) document.documentElement.setAttribute('data-signed-in', '')
})()
