import { hash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Clock } from '../../platform/clock/clock.ts'
import { type MailboxEntry, type MailGateway } from './mail-gateway.ts'

/** Hashes the recipient for the file name, so that only their own mails are read. */
const addressKey = (to: string) => hash('sha256', to.toLowerCase()).slice(0, 16)

/** Makes the sandbox's replacement for SMTP: every mail becomes a file below the data directory and can be listed. */
export function makeSandboxMailbox(folder: string, clock: Clock): Required<Pick<MailGateway, 'send' | 'listMailbox'>> {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const id = randomUUID()
      const at = toIso(clock.now())
      const draft = join(folder, `${id}.part`)
      await writeFile(draft, JSON.stringify({ id, at, ...mail }))
      await rename(draft, join(folder, `${at.replaceAll(':', '-')}-${id}.${addressKey(mail.to)}.json`))
    },
    async listMailbox(to, limit) {
      const suffix = `.${addressKey(to)}.json`
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith(suffix))
        .toSorted()
        .toReversed()
      const texts = newest.slice(0, limit).map((name) => readFile(join(folder, name), 'utf8'))
      // Only `send` writes to this folder.
      return (await Promise.all(texts)).map((text) => JSON.parse(text) as MailboxEntry)
    },
  }
}
