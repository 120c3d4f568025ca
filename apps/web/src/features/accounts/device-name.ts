const browsers = [
  ['Edg/', 'Edge'],
  ['OculusBrowser/', 'Quest Browser'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
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

/** Browser and system of a user agent, by their own names; undefined for one that says neither. */
export function deviceOf(userAgent: string | null): { browser: string; system: string } | undefined {
  if (userAgent === null) return undefined
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  return browser && system ? { browser, system } : undefined
}
