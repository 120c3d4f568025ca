import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'
import { type LocatedFile } from '../../../platform/personal-data/read-personal-data.ts'

const maxNameLength = 100

/**
 * Returns where in the zip each file is: its name, with a number before it so that equal names differ. What a file
 * system would not take, or would read as a path, is replaced.
 */
export function entryNames(files: readonly LocatedFile[]): { file: LocatedFile; name: string }[] {
  const digits = String(files.length).length
  return files.map((file, index) => ({
    file,
    name: `files/${String(index + 1).padStart(digits, '0')}-${toFileName(file.name)}`,
  }))
}

function toFileName(name: string): string {
  const plain = sanitizeName(name.normalize('NFC'), '_')
    // What has a meaning in paths.
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, maxNameLength)
    .join('')
  return `${stem}${ending}` || 'file'
}
