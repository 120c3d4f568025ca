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
  const plain = name
    .normalize('NFC')
    // Control characters, marks that turn the direction of writing around, and what has a meaning in paths.
    // oxlint-disable-next-line no-control-regex -- They are what it replaces.
    .replace(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, maxNameLength)
    .join('')
  return `${stem}${ending}` || 'file'
}
