import { existsSync, readFileSync, statSync } from 'node:fs'

/**
 * Returns a function that reads and parses a file of the built app and keeps the value until the file changes; undefined
 * while there is no such file.
 */
export function makeFileReader<T>(file: string, parse: (text: string) => T): () => T | undefined {
  let readAtMs = -1
  let value: T | undefined
  return () => {
    if (!existsSync(file)) return undefined
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== readAtMs) {
      value = parse(readFileSync(file, 'utf8'))
      readAtMs = mtimeMs
    }
    return value
  }
}
