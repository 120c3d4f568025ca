import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Clock } from '../../clock.ts'
import { type KeptMail, type MailGateway } from './mail.ts'

/** Whom a mail is to, in the name of its file: nobody else's is read for them. */
const keyOf = (to: string) => createHash('sha256').update(to.toLowerCase()).digest('hex').slice(0, 16)

/** The sandbox's stand-in for SMTP: every mail becomes a file below the data directory, and can be read. */
export function makeOutbox(folder: string, clock: Clock): Required<Pick<MailGateway, 'send' | 'kept'>> {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const id = randomUUID()
      const at = toIso(clock.now())
      const draft = join(folder, `${id}.part`)
      await writeFile(draft, JSON.stringify({ id, at, ...mail }))
      await rename(draft, join(folder, `${at.replaceAll(':', '-')}-${id}.${keyOf(mail.to)}.json`))
    },
    async kept(to, most) {
      const own = `.${keyOf(to)}.json`
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith(own))
        .toSorted()
        .toReversed()
      const texts = newest.slice(0, most).map((name) => readFile(join(folder, name), 'utf8'))
      // Nothing but `send` writes there.
      return (await Promise.all(texts)).map((text) => JSON.parse(text) as KeptMail)
    },
  }
}
