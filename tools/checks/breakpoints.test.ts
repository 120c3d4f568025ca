import { expect, test } from 'vitest'
import { filesBelow, readText } from './files.ts'

const root = new URL('../..', import.meta.url).pathname
/** The breakpoints of the specification, in pixels. A maximum is just below the next one. */
const breakpointsPx = [600, 900, 1200, 1536]
/** Fewer would mean that the test looks at the wrong folders. */
const minQueryCount = 60

test('the page changes its layout at the breakpoints of the specification alone', () => {
  const files = ['apps/web/src', 'packages/ui/src'].flatMap((folder) =>
    filesBelow(root, folder, ['.css', '.ts', '.tsx']),
  )
  const allowed = new Set(breakpointsPx.flatMap((width) => [`min-width: ${width}px`, `max-width: ${width - 0.05}px`]))
  const queries = files.flatMap((file) =>
    readText(root, file)
      .split('\n')
      // A container query is about the room that a component has, not about the page.
      .filter((line) => !line.startsWith('@container'))
      .flatMap((line) => line.match(/(?:min|max)-width: *[\d.]+px/g) ?? [])
      .map((query) => ({ file, query })),
  )
  expect(queries.length).toBeGreaterThan(minQueryCount)
  expect(queries.filter(({ query }) => !allowed.has(query))).toEqual([])
})
