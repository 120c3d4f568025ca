import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isScreenPath } from './screen-paths.ts'

const webAppFolder = join(import.meta.dirname, '../../../../../web/src/app')
const readSource = (file: string) => readFileSync(join(webAppFolder, file), 'utf8')

/** Reads the paths of the web app's router, without the not-found screen and the workbench. */
function routerPaths(): string[] {
  const shell = [...readSource('shell-routes.ts').matchAll(/screen\(\s*'([^']+)'/g)]
  const router = readSource('router.tsx')
  const outside = [...router.matchAll(/path: '([^']+)'/g)]
  const links = [...(/newAccessPaths = \[(.*?)\] as const/s.exec(router)?.[1] ?? '').matchAll(/\['([^']+)', /g)]
  expect(links.length).toBeGreaterThan(5)
  const paths = [...shell, ...outside, ...links].map(([, path = '']) => `/${path.replace(/^\//, '')}`)
  return paths.filter((path) => path !== '/*' && path !== '/dev/gallery')
}

test('every screen of the web app is a screen path', () => {
  const paths = routerPaths()
  expect(paths.length).toBeGreaterThan(25)
  const opened = paths.map((path) =>
    path
      .replace(/:id\??/, '0197f7a2-0000-7000-8000-000000000000')
      .replace(':section?', 'failed-work')
      .replace('*', 'x/y')
      .replace(':handle?', 'kenji-arai')
      .replace('second-factor?', 'second-factor'),
  )
  expect(opened.filter((path) => !isScreenPath(path))).toEqual([])
  expect(['/admin', '/admin/tickets', '/admin/failed-work/timer%3Aa.b', '/support'].filter(isScreenPath)).toHaveLength(
    4,
  )
  expect(isScreenPath('/auth')).toBe(true)
  expect(isScreenPath('/settings/')).toBe(true)
})

test('an address without a screen is not a screen path', () => {
  const removed =
    '/admin/people /admin/audit-log/x /settings/x /settings/security/x /mail /parts /dev/parts /x /projects/1/2'
  const unknown =
    '/payment/methods /payment/receipts /booking/confirm /showcases/1 /messages/1 /authx /talent /rooms /Login'
  expect(`${removed} ${unknown}`.split(' ').filter(isScreenPath)).toEqual([])
})
