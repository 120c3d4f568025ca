/** The first that is found counts: every browser on iPhone and iPad names Safari too, and most others name Chrome. */
const browsers = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OculusBrowser/', 'Quest Browser'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Quest', 'Quest'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Returns the browser and system of a user agent by their product names; undefined when either is missing. */
export function parseUserAgent(userAgent: string | null): { browser: string; system: string } | undefined {
  if (userAgent === null) return undefined
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1]
  const system = systems.find(([token]) => userAgent.includes(token))?.[1]
  return browser && system ? { browser, system } : undefined
}
