/* Chooses light or dark before the first paint. A file of its own, because the page allows no inline script. */
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('kartoteka.scheme')
  } catch (_) {
    /* Storage is switched off: the device decides. */
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
