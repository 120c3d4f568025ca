import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mail, type MailGateway } from './mail.ts'

export type OutboxMail = Mail & { readonly id: string; readonly at: string }

/** The sandbox's stand-in for SMTP: every mail becomes a file below the data directory, and can be read. */
export function makeOutbox(folder: string): MailGateway & { list(): Promise<OutboxMail[]> } {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const id = randomUUID()
      const at = new Date().toISOString()
      const draft = join(folder, `${id}.part`)
      await writeFile(draft, JSON.stringify({ id, at, ...mail }))
      await rename(draft, join(folder, `${at.replaceAll(':', '-')}-${id}.json`))
    },
    /** The newest first, at most two hundred. */
    async list() {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse()
        .slice(0, 200)
      // Nothing but `send` writes there.
      return Promise.all(
        newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as OutboxMail),
      )
    },
  }
}
