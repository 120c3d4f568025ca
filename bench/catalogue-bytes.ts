import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliBytes, readManifest } from './bundle-size.ts'

const appFolder = join(import.meta.dirname, '../apps/web/src/app')

/**
 * Returns a table of the bytes of the catalogues that each screen names in the router, in Brotli at quality 11, for
 * every language. The texts of every page, and of the signed-in shell, have lines of their own.
 */
export function catalogueTable(): string {
  const manifest = readManifest()
  const bytesOf = (name: string) => {
    const key = Object.keys(manifest).find((one) => one.endsWith(`i18n/src/${name}`))
    const file = key === undefined ? undefined : manifest[key]?.file
    if (file === undefined) throw new Error(`the built app has no catalogue ${name}`)
    return brotliBytes(file)
  }
  const rows = [
    [
      'list of catalogues, and every page',
      ...availableLanguages.map((language) => String(bytesOf(`languages/${language}.ts`))),
    ],
    ...[...readScreens()].map(([screen, catalogues]) => [
      screen,
      ...availableLanguages.map((language) =>
        String(catalogues.reduce((sum, name) => sum + bytesOf(`${name}/${language}.json`), 0)),
      ),
    ]),
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return [['catalogue bytes', ...availableLanguages], ...rows]
    .map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(8)).join(''))
    .join('\n')
}

/** Returns the catalogues of each screen, by its path, from the source of the router. */
function readScreens(): Map<string, string[]> {
  const [router, shell] = ['router.tsx', 'shell-routes.ts'].map((file) => readFileSync(join(appFolder, file), 'utf8'))
  const screens = new Map([
    ['the signed-in shell', ['shell']],
    ['/login', ['accounts/sign-in']],
  ])
  for (const [, path = '', folder = ''] of (router ?? '').matchAll(/^ {2}\['([^']+)', '([\w-]+)'\],$/gm))
    screens.set(`/${path}`, ['accounts/sign-in', 'accounts/passwords', 'accounts/one-time-links', `accounts/${folder}`])
  for (const [call] of (shell ?? '').matchAll(/^ {2}screen\([\s\S]*?^ {2}\),$|^ {2}screen\(.*\),$/gm)) {
    const [, path = ''] = /screen\(\s*'([^']+)'/.exec(call) ?? []
    const names = call.slice(call.lastIndexOf('=>')).matchAll(/'([a-z][a-z/-]*)'/g)
    const found = Array.from(names, ([, name = '']) => name)
    screens.set(`/${path}`, call.includes('dashboard)') ? ['dashboard'] : found)
  }
  return screens
}
