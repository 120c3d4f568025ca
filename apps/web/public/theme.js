// Before the first paint: the remembered look and language. Everything else waits for the app.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('theme')
    var language = localStorage.getItem('language')
    if (theme !== 'daylight' && theme !== 'dusk') {
      theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dusk' : 'daylight'
    }
    root.dataset.theme = theme
    if (language) root.lang = language
    if (language === 'ar') root.dir = 'rtl'
  } catch {
    root.dataset.theme = 'daylight'
  }
})()
