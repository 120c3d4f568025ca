// Before the first paint: the remembered look and language; and the look as long as the device decides it, on whatever
// screen one is.
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
  // The languages of packages/i18n/src/catalogues.ts. What the server chose stays where the browser wants none of them.
  var tags = [stored('language')].concat(navigator.languages).join()
  var match = /(?:^|,)(en|es|fr|de|ja|zh|ar)\b/i.exec(tags)
  if (match) root.lang = match[1].toLowerCase()
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  // What every page needs in this language is fetched beside the app. The build fills in the hashes of the files.
  var hash = {}[root.lang]
  if (hash) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/assets/' + root.lang + '-' + hash + '.js'
    link.nonce = document.currentScript.nonce
    document.head.append(link)
  }
})()
