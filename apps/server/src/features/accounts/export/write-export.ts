import { personalDataNames } from '@veranda/core/accounts/export/data-export.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { Readable } from 'node:stream'
import { type Deps } from '../../../platform/deps.ts'
import { type PersonalData, type PersonalFiles } from '../../../platform/personal-data/personal-data.ts'
import {
  type LocatedFile,
  readFiles,
  readRows,
  withSnapshot,
} from '../../../platform/personal-data/read-personal-data.ts'
import { type AddEntry, writeZip } from '../../../platform/personal-data/write-zip.ts'
import { entryNames } from './entry-name.ts'
import { type ListedData, indexPage } from './index-page.ts'

/** The parts of a copy, as the features declare them. */
export type ExportParts = { readonly data: readonly PersonalData[]; readonly files: readonly PersonalFiles[] }

type ExportTask = {
  /** Where the zip is written; there is no file yet. */
  readonly path: string
  readonly owner: { readonly id: UserId; readonly language: string }
  readonly deps: Deps
  readonly parts: ExportParts
  /** Gets 0 to 1. */
  readonly onProgress: (progress: number) => Promise<void>
}

/** The part of the progress that reading the database takes; the rest is for the files. */
const dataShare = 0.3

/** Writes the zip: a JSON file for each kind of data, the user's own files, and a page that says what is what. */
export async function writeExport(task: ExportTask): Promise<void> {
  const { deps, owner, onProgress } = task
  await onProgress(0)
  await writeZip(task.path, async (add) => {
    const { listed, files } = await addData(task, add)
    const named = entryNames(files)
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const missing = new Set<string>()
    let copied = 0
    for (const { file, name } of named) {
      const content = await deps.gateways.storage.open(file.key)
      if (content) await add(name, counting(content, report), { compress: false })
      // Removed since the database was read.
      else missing.add(file.id)
      async function report(bytes: number) {
        copied += bytes
        await onProgress(dataShare + (1 - dataShare) * Math.min(1, copied / total))
      }
    }
    const rows = named.map(({ file, name }) => fileRow(file, missing.has(file.id) ? null : name))
    await add('data/files.json', Readable.from([toJsonList(rows)]), { compress: true })
    const page = indexPage({
      language: owner.language,
      at: deps.clock.now(),
      data: listed,
      fileCount: files.length - missing.size,
    })
    await add('index.html', Readable.from([page]), { compress: true })
  })
}

/** Adds a file for each kind of data, all from one snapshot, and returns how many entries each has and which files there are. */
async function addData({ deps, owner, parts, onProgress }: ExportTask, add: AddEntry) {
  const listed: ListedData[] = []
  const files: LocatedFile[] = []
  await withSnapshot(deps.db, async (tx) => {
    for (const data of inOrder(parts.data)) {
      let count = 0
      async function* text() {
        for await (const row of readRows(tx, data, owner.id)) {
          yield `${count === 0 ? '[\n' : ',\n'}${row}`
          count += 1
        }
        yield count === 0 ? '[]\n' : '\n]\n'
      }
      await add(`data/${data.name}.json`, Readable.from(text()), { compress: true })
      listed.push({ name: data.name, count })
      await onProgress((dataShare * listed.length) / parts.data.length)
    }
    for (const source of parts.files) for await (const file of readFiles(tx, source, owner.id)) files.push(file)
  })
  return { listed, files }
}

/** Returns the kinds of data in the order of the first page, whichever features they come from. */
function inOrder(data: readonly PersonalData[]): PersonalData[] {
  return data.toSorted((a, b) => personalDataNames.indexOf(a.name) - personalDataNames.indexOf(b.name))
}

/** Passes bytes on and reports how many there were. */
function counting(content: Readable, report: (bytes: number) => Promise<void>): Readable {
  async function* counted(): AsyncGenerator<Buffer> {
    // Streams of the storage give buffers.
    for await (const chunk of content as AsyncIterable<Buffer>) {
      await report(chunk.length)
      yield chunk
    }
  }
  return Readable.from(counted(), { objectMode: false })
}

function fileRow({ id, name, mediaType, bytes, createdAt }: LocatedFile, path: string | null): object {
  return { id, name, type: mediaType, bytes, uploadedAt: toIso(createdAt), path }
}

function toJsonList(rows: readonly object[]): string {
  return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}
