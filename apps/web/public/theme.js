// Before the first paint: the remembered look and language; and the look as long as the device decides it, on whatever
// screen one is. Everything else waits for the app.
;(function () {
  var root = document.documentElement
  var dark = matchMedia('(prefers-color-scheme: dark)')
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function wear() {
    var theme = stored('theme')
    root.dataset.theme = theme === 'daylight' || theme === 'dusk' ? theme : dark.matches ? 'dusk' : 'daylight'
  }
  dark.addEventListener('change', wear)
  wear()
  var language = stored('language')
  if (language) root.lang = language
  if (language === 'ar') root.dir = 'rtl'
})()
