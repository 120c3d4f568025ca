import { readdir, readlink } from 'node:fs/promises'

/** Linux alone lists the open files of a process where `countOpenHandles` looks. */
export const listsOpenHandles = process.platform === 'linux'

/** Returns how many handles this process has on a file. */
export async function countOpenHandles(file: string): Promise<number> {
  const folder = '/proc/self/fd'
  const handles = await readdir(folder)
  // One that was closed meanwhile is not there any more.
  const targets = await Promise.all(handles.map((handle) => readlink(`${folder}/${handle}`).catch(() => '')))
  return targets.filter((target) => target === file).length
}
