import { readStoredFile } from '@veranda/contract/assets/routes.ts'
import { type Booking } from '@veranda/core/bookings/booking.ts'
import { checkUpload } from '@veranda/core/assets/upload-rules.ts'
import { instant } from '@veranda/core/time/instant.ts'
import { validateHeaderValue } from 'node:http'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCalendar, type CalendarEntry } from '../features/bookings/calendar/icalendar.ts'
import { makeSmtpMailer } from '../gateways/mail/smtp-mailer.ts'
import { seededRandom } from '../platform/assets/fuzz/testing/mutate.ts'
import { unzip } from '../platform/assets/inspection/unzip.ts'
import { contentDisposition } from '../platform/assets/stream-bytes.ts'
import { makeZip } from '../platform/assets/testing/malformed-glb.ts'
import { tusMetadata, uploadImage } from '../platform/assets/testing/upload-client.ts'
import { parseUploadHeaders } from '../platform/assets/uploads/begin-upload.ts'
import { hostileText } from './hostile-text.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'
import { isGateRun } from './test-scope.ts'

/**
 * Names and titles that try to break out of a file name, a header, a mail or a calendar file, each parsed back from what
 * is really sent. `npm run e2e -- gate` tries 100 000 of each, from a seed of its own; `FUZZ_SEED` repeats a run.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? (isGateRun ? Date.now() % 1_000_000_000 : 1))
const timeoutMs = isGateRun ? 3_600_000 : 60_000
const namesPerKind = isGateRun ? 100_000 : 2_000
const uploads = isGateRun ? 2_000 : 40
const mails = isGateRun ? 100_000 : 300
const archives = namesPerKind / 10

let app: TestApp
let user: TestUser
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await testApp()
  user = await app.createUser('Nora Names')
})
afterAll(async () => {
  if (isGateRun) {
    const counts = `${namesPerKind} file names, ${uploads} uploads, ${archives} archives, ${mails} mails`
    console.warn(`seed ${seed}: ${counts}, ${namesPerKind} calendar files`)
  }
  await app.close()
  await mailServer.close()
})

/** Returns the first few texts that fail, with what is wrong with each. */
function findFaults(count: number, check: (text: string, random: () => number) => string | undefined): string[] {
  const faults: string[] = []
  for (let round = 0; round < count && faults.length < 5; round += 1) {
    const random = seededRandom(seed + round * 7_919)
    const text = hostileText(random)
    const fault = check(text, random)
    if (fault !== undefined) faults.push(`seed ${seed}, ${JSON.stringify(text)}: ${fault}`)
  }
  return faults
}

const unsafeInName = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\]/u

/** Parses `attachment; filename="…"; filename*=UTF-8''…` (RFC 6266) strictly. */
function parseDisposition(header: string): { plain: string; extended: string } | undefined {
  const match =
    /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*)$/.exec(header)
  const [, plain, extended] = match ?? []
  return plain === undefined || extended === undefined ? undefined : { plain, extended: decodeURIComponent(extended) }
}

/** Returns what is wrong with the header of a download under this name. */
function dispositionFault(header: string, name: string): string | undefined {
  validateHeaderValue('content-disposition', header)
  const parsed = parseDisposition(header)
  if (!parsed) return `cannot be parsed: ${header}`
  if (parsed.extended !== name) return `became ${JSON.stringify(parsed.extended)}`
  return /^[\x20-\x7e]*$/.test(parsed.plain) ? undefined : `is not ASCII: ${header}`
}

test(
  'no file name breaks out of the name that is stored, or of the header of its download',
  { timeout: timeoutMs },
  () => {
    const usage = { totalBytes: 0, imageBytes: 0, openUploads: 0 }
    let stored = 0
    const faults = findFaults(namesPerKind, (text) => {
      const parsed = parseUploadHeaders('1', tusMetadata({ filename: text, purpose: 'chat' }))
      const checked = checkUpload({ name: parsed.name, bytes: parsed.bytes, purpose: 'chat' }, usage)
      if (!checked.ok) return checked.refusal.field === 'filename' ? undefined : `refused as ${checked.refusal.code}`
      const { name } = checked.value
      stored += 1
      if (unsafeInName.test(name)) return `stored as ${JSON.stringify(name)}`
      if (!name.isWellFormed()) return 'stored with half a surrogate pair'
      return dispositionFault(contentDisposition(name), name)
    })
    expect(faults).toEqual([])
    expect(stored).toBeGreaterThan(namesPerKind * 0.8)
  },
)

test('an image of any name is stored, and its download has the stored name', { timeout: timeoutMs }, async () => {
  const create = { width: 8, height: 8, channels: 3 as const, background: '#4a3fcb' }
  const faults: string[] = []
  for (let round = 0; round < uploads && faults.length < 5; round += 1) {
    const name = `${hostileText(seededRandom(seed + round * 7_919))}.png`
    // Other bytes each time, because the same image is stored once.
    const bytes = await sharp({ create: { ...create, background: { r: round % 256, g: round >> 8, b: 7 } } })
      .png()
      .toBuffer()
    const { id, answer } = await uploadImage(app, user, name, bytes)
    if (answer.statusCode !== 204) faults.push(`${JSON.stringify(name)}: ${answer.statusCode} ${answer.body}`)
    const row = await app.deps.db.selectFrom('stored_files').select('name').where('id', '=', id).executeTakeFirst()
    const query = { form: 'full', download: '1' } as const
    const { status, headers } = await app.injectAs(user, readStoredFile, { params: { id }, query })
    const fault = row && dispositionFault(String(headers['content-disposition']), row.name)
    if (status !== 200 || !row || unsafeInName.test(row.name) || fault !== undefined)
      faults.push(`${JSON.stringify(name)} became ${JSON.stringify(row?.name)}: ${status} ${fault}`)
  }
  expect(faults).toEqual([])
})

test(
  'an archive with hostile names is unpacked in memory under names that stay inside, or refused',
  { timeout: timeoutMs },
  async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const outcomes = { unpacked: 0, refused: 0 }
    for (let round = 0; round < archives; round += 1) {
      const random = seededRandom(seed + round * 7_919)
      const names = Array.from({ length: 1 + Math.floor(random() * 4) }, () => hostileText(random))
      const result = await unzip(makeZip(names.map((name) => ({ name, bytes }))), () => true)
      if (result.ok) outcomes.unpacked += 1
      else outcomes.refused += 1
      const about = `seed ${seed}, ${JSON.stringify(names)}`
      if (!result.ok) expect(result.refusal.code, about).toBe('asset.archive-corrupt')
      for (const name of result.ok ? result.value.keys() : [])
        expect(/^[/\\]|\\|(^|\/)\.\.(\/|$)|^[a-z]:/i.test(name), about).toBe(false)
    }
    expect(outcomes.unpacked).toBeGreaterThan(10)
    expect(outcomes.refused).toBeGreaterThan(10)
  },
)

/** The text as one line, as a subject shows it. */
const asLine = (text: string) => text.toWellFormed().replace(/\s+/g, ' ').trim()
/** Control characters are removed or shown as blanks; the parser drops a byte order mark where a word begins. */
const withoutControls = (text: string) =>
  asLine(
    text
      .toWellFormed()
      .replaceAll('\ufeff', '')
      .replace(/[\p{Cc}\u2028]/gu, ' '),
  )

test('no name or title of a mail adds a header, a recipient or another subject', { timeout: timeoutMs }, async () => {
  // It listens on a network port.
  const mailer = makeSmtpMailer(mailServer.url, 'Veranda <mail@veranda.test>')
  const plain = { to: 'maya@veranda.test', subject: 'Booked', text: 'Hello' }
  const headersOf = async (raw: Buffer) => (await PostalMime.parse(raw)).headers.map(({ key }) => key).toSorted()
  await mailer.send(plain)
  const usual = await headersOf(mailServer.received.splice(0)[0]?.raw ?? Buffer.alloc(0))
  expect(usual).toContain('subject')
  const faults: string[] = []
  for (let round = 0; round < mails && faults.length < 5; round += 1) {
    const random = seededRandom(seed + round * 7_919)
    const [subject, text] = [hostileText(random), hostileText(random)]
    await mailer.send({ ...plain, subject, text })
    const [mail, ...others] = mailServer.received.splice(0)
    const about = `seed ${seed}, ${JSON.stringify(subject)}`
    if (!mail || others.length > 0) {
      faults.push(`${about}: ${others.length + (mail ? 1 : 0)} mails`)
      continue
    }
    const parsed = await PostalMime.parse(mail.raw)
    const headers = await headersOf(mail.raw)
    const expected = withoutControls(subject) === '' ? usual.filter((key) => key !== 'subject') : usual
    const extra = headers.filter((key) => !usual.includes(key) && !key.startsWith('content-'))
    const missing = expected.filter((key) => !headers.includes(key))
    if (extra.length > 0 || missing.length > 0) faults.push(`${about}: ${extra.join()} more, ${missing.join()} less`)
    if (withoutControls(parsed.subject ?? '') !== withoutControls(subject))
      faults.push(`${about}: became ${JSON.stringify(parsed.subject)}`)
    if (mail.recipients.join() !== plain.to || parsed.to?.map(({ address }) => address).join() !== plain.to)
      faults.push(`${about}: to ${mail.recipients.join()}`)
    if (parsed.from?.address !== 'mail@veranda.test' || parsed.attachments.length > 0) faults.push(`${about}: changed`)
    if (asLine(parsed.text ?? '') !== asLine(text)) faults.push(`${about}: text ${JSON.stringify(parsed.text)}`)
  }
  await mailer.close?.()
  expect(faults).toEqual([])
})

type ContentLine = { readonly name: string; readonly parameters: readonly string[]; readonly value: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses the lines of a calendar file by the grammar of RFC 5545 3.1; a fault is thrown. */
function parseContentLines(text: string): ContentLine[] {
  const bytes = Buffer.from(text)
  const folded = bytes.toString('latin1').split('\r\n')
  if (folded.pop() !== '') throw new Error('the last line does not end')
  for (const line of folded) {
    if (line.length > 75) throw new Error(`a line of ${line.length} octets`)
    if (/[\r\n]/.test(line)) throw new Error('half a line break')
    // Throws where a fold cuts a character.
    utf8.decode(Buffer.from(line, 'latin1'))
  }
  const unfolded = Buffer.from(folded.join('\r\n').replaceAll('\r\n ', ''), 'latin1').toString('utf8').split('\r\n')
  return unfolded.map((line) => {
    const match = /^([A-Z-]+)((?:;[A-Z-]+=(?:"(?:[^"\p{Cc}]|\t)*"|[^";:,\p{Cc}]*))*):(.*)$/su.exec(line)
    if (!match) throw new Error(`no content line: ${line}`)
    const [, name = '', parameters = '', value = ''] = match
    return {
      name,
      parameters: [...parameters.matchAll(/;([A-Z-]+=(?:"[^"]*"|[^";:,]*))/gu)].map(([, one = '']) => one),
      value,
    }
  })
}

/** Decodes a text (RFC 5545 3.3.11). */
const unescapeText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, one: string) => (/n/i.test(one) ? '\n' : one))
/** Decodes a parameter (RFC 6868). */
const unescapeParameter = (value: string) =>
  value.replace(/\^([n^'])/g, (_, one: string) => (one === 'n' ? '\n' : one === "'" ? '"' : '^'))
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')

function entryOf(title: string, otherName: string, readerName: string, note: string): CalendarEntry {
  const booking = {
    id: '019cc260-0aaf-733a-8b0d-2e4ae99f0759',
    state: 'confirmed',
    sequence: 0,
    startsAt: instant(Date.UTC(2030, 0, 1)),
    terms: { title, minutes: 30 },
    zones: { client: 'UTC', creator: 'UTC' },
    note,
  }
  const reader = { name: readerName, email: 'maya@veranda.test', language: 'en' }
  // The fields that a calendar file has.
  return { booking: booking as unknown as Booking, side: 'client', otherName, reader }
}

test('no title, name or note of a booking adds a property to its calendar file', { timeout: timeoutMs }, () => {
  const { deps } = app
  const now = instant(Date.UTC(2029, 0, 1))
  const usual = parseContentLines(buildCalendar([entryOf('Talk', 'Pablo', 'Maya', 'Note')], 'REQUEST', now, deps))
  expect(usual.map(({ name }) => name)).toContain('ATTENDEE')
  // Control characters other than line breaks are refused where these texts are written.
  const clean = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, '').toWellFormed()
  const faults = findFaults(namesPerKind, (text, random) => {
    const [title, other, reader, note] = [clean(text), ...[1, 2, 3].map(() => clean(hostileText(random)))]
    if (title === undefined || other === undefined || reader === undefined || note === undefined) return 'no text'
    try {
      const lines = parseContentLines(buildCalendar([entryOf(title, other, reader, note)], 'REQUEST', now, deps))
      if (lines.map(({ name }) => name).join() !== usual.map(({ name }) => name).join())
        return `has ${lines.map(({ name }) => name).join()}`
      const valueOf = (name: string) => lines.find((line) => line.name === name)
      const summary = unescapeText(valueOf('SUMMARY')?.value ?? '')
      if (summary !== withLineFeeds(`${title} with ${other}`)) return `the summary is ${JSON.stringify(summary)}`
      const description = unescapeText(valueOf('DESCRIPTION')?.value ?? '')
      if (!description.endsWith(withLineFeeds(note))) return `the description is ${JSON.stringify(description)}`
      const attendee = valueOf('ATTENDEE')
      const named = attendee?.parameters.find((parameter) => parameter.startsWith('CN='))?.slice(4, -1) ?? ''
      if (unescapeParameter(named) !== withLineFeeds(reader)) return `the attendee is ${JSON.stringify(named)}`
      return attendee?.value.toLowerCase() === 'mailto:maya@veranda.test' ? undefined : `mail to ${attendee?.value}`
    } catch (error) {
      return String(error)
    }
  })
  expect(faults).toEqual([])
})
