import { expect, test } from 'vitest'
import { filesBelow, readText } from './files.ts'

const root = new URL('../..', import.meta.url).pathname
/** Fewer files would mean that the test looks at the wrong folder. */
const minStyleSheets = 60

/** Returns the declarations of a rule, as text. */
function declarationsOf(css: string, selector: string): string {
  const at = css.search(new RegExp(`(?:^|\\n)${selector.replace('.', '\\.')} \\{`))
  return at < 0 ? '' : css.slice(at, css.indexOf('}', at))
}

test('a card under the pointer gets an edge and a shadow, and never the grey of what is disabled', () => {
  const styleSheets = ['apps/web/src', 'packages/ui/src'].flatMap((folder) => filesBelow(root, folder, ['.module.css']))
  expect(styleSheets.length).toBeGreaterThan(minStyleSheets)
  const grey = styleSheets.flatMap((file) => {
    const css = readText(root, file)
    return [...css.matchAll(/(?:^|\n)(\.\w+):hover \{([^}]*)\}/g)].flatMap(([, name = '', hover = '']) => {
      const base = declarationsOf(css, name)
      const isCard = base.includes('border: 1px solid var(--hairline)') && base.includes('background: var(--surface)')
      return isCard && /background: var\(--(?:sunken|shade|raised)\)/.test(hover) ? [`${file} ${name}`] : []
    })
  })
  expect(grey).toEqual([])
})

test('a row that is a link, and may fill its card alone, is tinted under the pointer and not greyed', () => {
  for (const file of [
    'packages/ui/src/row.module.css',
    'apps/web/src/features/notifications/centre/notification-row.module.css',
  ]) {
    const [hover = ''] = /:hover \{[^}]*\}/.exec(readText(root, file)) ?? []
    expect(hover, file).toContain('background: var(--tint)')
  }
})
