import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Objects that emit `error` events, which end the process when they have no listener. */
const openers = [
  { what: 'connection to Postgres', opener: String.raw`new (?:Client|Pool)\(`, atLeast: 6 },
  { what: 'process', opener: String.raw`(?<![.\w])(?:fork|spawn)\(`, atLeast: 4 },
]

const countMatches = (text: string, pattern: string) => text.match(new RegExp(pattern, 'g'))?.length ?? 0

test.each(openers)('every $what has a listener for its errors', ({ opener, atLeast }) => {
  const source = resolve(import.meta.dirname, '../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(src|seed)\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file),
  )
  let found = 0
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const names = [...text.matchAll(new RegExp(`const (\\w+) = ${opener}`, 'g'))].map(([, name = '']) => name)
    expect(names, `each has a name in ${file}`).toHaveLength(countMatches(text, opener))
    for (const name of new Set(names)) {
      const listeners = countMatches(text, String.raw`\b${name}\.(?:on|once)\('error', `)
      expect(listeners, `${name} in ${file}`).toBeGreaterThanOrEqual(names.filter((one) => one === name).length)
    }
    found += names.length
  }
  expect(found).toBeGreaterThanOrEqual(atLeast)
})
