import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the assets of the build in a folder before the next one replaces them. `putBack` adds them to those of the new
 * build, so that a tab opened before still finds the screens it has not loaded yet. Older assets are dropped.
 */
export function keepFormerAssets(dist: string): { putBack: () => void } {
  const folder = join(dist, 'assets')
  const listNames = () => (existsSync(folder) ? readdirSync(folder) : [])
  /** Names the assets that the last build made, without those kept from the build before it. */
  const ownNames = join(dist, '.own-assets')
  const own = new Set(existsSync(ownNames) ? readFileSync(ownNames, 'utf8').split('\n') : listNames())
  const former = listNames().filter((name) => own.has(name))
  const contents = new Map(former.map((name) => [name, readFileSync(join(folder, name))]))
  return {
    putBack() {
      const made = new Set(listNames())
      for (const [name, content] of contents) if (!made.has(name)) writeFileSync(join(folder, name), content)
      writeFileSync(ownNames, [...made].join('\n'))
    },
  }
}
