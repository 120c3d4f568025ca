import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder and those above it, one by one: what Node does by itself (`recursive`) never ends where the system
 * refuses to make one, as below /proc. Answers why it cannot be used; undefined when it can.
 */
export function makeDataFolder(path: string): string | undefined {
  const missing: string[] = []
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  try {
    for (const folder of missing) mkdirSync(folder)
    if (!statSync(path).isDirectory()) return 'it is no folder'
    accessSync(path, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
