import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDocument } from './documents.ts'

const app = join(import.meta.dirname, '../../../web/src/app')
const read = (file: string) => readFileSync(join(app, file), 'utf8')

/** The paths of the web app's own router, but its last line, which is the not-found screen, and the workbench. */
function screensOfApp(): string[] {
  const shell = [...read('screens.ts').matchAll(/screen\(\s*'([^']+)'/g)]
  const outside = [...read('router.tsx').matchAll(/path: '([^']+)'/g)]
  const paths = [...shell, ...outside].map(([, path = '']) => `/${path.replace(/^\//, '')}`)
  return paths.filter((path) => path !== '/*' && path !== '/dev/parts')
}

test('each screen of the app is a document', () => {
  const paths = screensOfApp()
  expect(paths.length).toBeGreaterThan(25)
  const opened = paths.map((path) => path.replace(':id', '0197f7a2-0000-7000-8000-000000000000').replace('*', 'x/y'))
  expect(opened.filter((path) => !isDocument(path))).toEqual([])
  expect(isDocument('/auth')).toBe(true)
  expect(isDocument('/settings/')).toBe(true)
})

test('an address without a screen is none', () => {
  const gone = '/admin /admin/people /settings/x /settings/security/x /mail /parts /dev/parts /x /projects/1/2'
  const never =
    '/payment/methods /payment/receipts /booking/confirm /showcases/1 /messages/1 /authx /talent /rooms /Login'
  expect(`${gone} ${never}`.split(' ').filter(isDocument)).toEqual([])
})
